import { statOf } from '../../io/disk/look.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind, Session, Site } from '../../stores/kind.ts';
import { countFiles, type Gathered } from './gather.ts';
import type { Course, Met, SurveyOptions } from './met.ts';
import { headsOn, isSettled, type PlainScope } from './open-scope.ts';
import {
  type SentUnit,
  type SurveyCrew,
  sent,
  type Threads,
  type ThreadTask,
  type ThreadWish,
  type UnitAnswer,
} from './thread-work.ts';

/** Threads, and what is wished of them. */
export interface Wished {
  readonly crew: SurveyCrew;
  readonly wish: ThreadWish;
}

/** Threads that are started when there is enough to do. */
export interface LazyCrew {
  /** Null when there is too little to do in these scopes of a site. */
  enough(disk: ReadDisk, kind: Kind, site: Site, scopes: readonly Gathered[]): Promise<Wished | null>;
  end(): Promise<void>;
}

/** What two threads save is more than they cost from about here on; where signatures are checked, that takes most of the time. */
const LEAST = 32 << 20;
const LEAST_SIGNED = 1 << 20;

/** No thread is started yet. */
export function lazyCrew(
  { program, jobs, least }: Threads,
  wish: ThreadWish,
  { alive = () => false, signatures = false }: Pick<SurveyOptions, 'alive' | 'signatures'>,
): LazyCrew {
  const enough = least ?? (signatures ? LEAST_SIGNED : LEAST);
  let crew: SurveyCrew | null = null;
  return {
    enough: async (disk, kind, site, scopes) => {
      if (crew !== null) return { crew, wish };
      const { ask } = wish.decide ?? {};
      const headOf = headsOn(disk, site);
      const isLeft = (entry: WalkEntry) => ask !== undefined && isSettled(kind, ask, [entry], headOf);
      const sizeOf = (entry: WalkEntry) => (isLeft(entry) ? 0 : sizeAt(disk, `${site.root}/${entry.path}`));
      if (jobs < 2 || aboutBytes(scopes, sizeOf) < enough) return null;
      const { crewOf } = await import('../../io/threads.ts');
      crew = crewOf<ThreadTask, readonly UnitAnswer[]>(program, jobs, alive);
      return { crew, wish };
    },
    end: async () => {
      await crew?.end();
    },
  };
}

/** Files of which the size is looked at. */
const SAMPLE = 64;

/** How many bytes there are to look at in these units, from a few of them. */
function aboutBytes(scopes: readonly Gathered[], sizeOf: (entry: WalkEntry) => number): number {
  const files = scopes.flatMap(({ units }) => [...units.values()].flat());
  const stride = Math.max(1, Math.floor(files.length / SAMPLE));
  const some = files.filter((_, n) => n % stride === 0);
  const bytes = some.reduce((sum, entry) => sum + sizeOf(entry), 0);
  return some.length === 0 ? 0 : (bytes / some.length) * files.length;
}

function sizeAt(disk: ReadDisk, path: string): number {
  try {
    return statOf(disk, path)?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Units that a thread gets at once, and how many such lots are under way for each thread. */
const LOT = 16;
const AHEAD = 3;

/** Some units of a scope, looked at in threads; what is met comes in the order of ids. */
export async function* surveyInThreads(
  { crew, wish }: Wished,
  { site, session, scope }: { readonly site: Site; readonly session: Session; readonly scope: PlainScope },
  asked: readonly Pick<SentUnit, 'id' | 'noted'>[],
  course: Course,
): AsyncGenerator<Met> {
  const entriesOf = (id: string): readonly WalkEntry[] => scope.units.get(id) ?? [];
  const { name } = scope;
  const interrupted = (): boolean => course.options.interrupted?.() ?? false;
  await orFailure(crew.all({ do: 'begin', scope: sent(scope) }), () => `opened ${site.root}`);
  const lots = lotsOf(asked, (unit) => ({ ...unit, elsewhere: course.elsewhere(name, unit.id) }));
  const underWay: { readonly lot: readonly SentUnit[]; readonly answers: Promise<readonly UnitAnswer[]> }[] = [];
  const send = (): void => {
    const { value: lot } = lots.next();
    if (lot === undefined) return;
    const answers = crew.one({ do: 'open', units: lot, wish });
    // What is thrown is heard when the lot's turn comes.
    answers.catch(() => {});
    underWay.push({ lot, answers });
  };
  async function* take(answer: UnitAnswer): AsyncGenerator<Met> {
    const { id, noted, bytes, document } = answer;
    if (document !== null) session.note(document.facts);
    if (answer.settled) yield { is: 'settled', site, scope: name, id, path: entriesOf(id)[0]?.path ?? '' };
    yield* metIn(answer, site, name);
    await course.step(noted ? 0 : countFiles(entriesOf(id)), noted ? 0 : bytes);
  }
  for (let n = 0; n < crew.size * AHEAD; n++) send();
  for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) {
    const { lot } = next;
    const lookedAt = (at: number): string => `looked at ${site.root}/${entriesOf(lot[at]?.id ?? '')[0]?.path ?? ''}`;
    const answers = await crew.wait(orFailure(next.answers, lookedAt), interrupted);
    send();
    // Ends the survey when it was interrupted.
    if (answers === null) await course.step(0, 0);
    for (const answer of answers ?? []) yield* take(answer);
  }
}

function* metIn({ id, unread, document, noted }: UnitAnswer, site: Site, scope: string): Generator<Met> {
  if (noted) return;
  for (const finding of unread) yield { is: 'finding', site, scope, finding, bytes: null };
  if (document !== null) yield { is: 'answered', site, scope, id, answer: document };
}

function* lotsOf<T>(asked: readonly T[], unitOf: (each: T) => SentUnit): Generator<readonly SentUnit[]> {
  for (let at = 0; at < asked.length; at += LOT) yield asked.slice(at, at + LOT).map(unitOf);
}

/** What a promise answers; the end of a thread before that is a failure that says what the thread did. */
async function orFailure<T>(answer: Promise<T>, doing: (at: number) => string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || !('at' in error) || typeof error.at !== 'number') throw error;
    const hint = 'With --jobs 1 everything is done in one thread.';
    throw new Failure('failed', `the thread that ${doing(error.at)} ended: ${error.message}`, hint, { cause: error });
  }
}
