import { statOf } from '../../io/disk/look.ts';
import { besideOthers } from '../../io/disk/read-room.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind, Session, Site } from '../../stores/kind.ts';
import { countFiles, type Gathered } from './gather.ts';
import type { Course, Met, SurveyOptions } from './met.ts';
import { headsOn, isSettled, type PlainScope } from './open-scope.ts';
import {
  answersOf,
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

/** What two threads save is more than they cost from about here on; a verb takes longer to decide, signatures take most of the time. */
const LEAST = 128 << 20;
const LEAST_DECIDED = 32 << 20;
const LEAST_SIGNED = 1 << 20;

/** No thread is started yet. */
export function lazyCrew(
  { program, jobs, least }: Threads,
  wish: ThreadWish,
  { alive = () => false, signatures = false }: Pick<SurveyOptions, 'alive' | 'signatures'>,
): LazyCrew {
  const enough = least ?? (signatures ? LEAST_SIGNED : wish.decide === undefined ? LEAST : LEAST_DECIDED);
  let crew: SurveyCrew | null = null;
  return {
    enough: async (disk, kind, site, scopes) => {
      if (crew !== null) return { crew, wish };
      const { ask } = wish.decide ?? {};
      const headOf = headsOn(disk, site);
      const isLeft = (entry: WalkEntry) => ask !== undefined && isSettled(kind, ask, [entry], headOf);
      const sizeOf = (entry: WalkEntry) => (isLeft(entry) ? 0 : sizeAt(disk, `${site.root}/${entry.path}`));
      // The units of a scope are shared out: one by itself is looked at here.
      const isOne = scopes.every(({ units }) => units.size < 2);
      if (jobs < 2 || isOne || aboutBytes(scopes, sizeOf) < enough) return null;
      const { crewOf } = await import('../../io/threads.ts');
      crew = crewOf<ThreadTask, readonly UnitAnswer[]>(program, looksHere(wish) ? jobs - 1 : jobs, alive);
      return { crew, wish };
    },
    end: async () => {
      await crew?.end();
    },
  };
}

/** The thread that takes the answers looks at units too, but for a verb: there it has the plan to write. */
function looksHere({ decide }: ThreadWish): boolean {
  return decide === undefined;
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

/** The most units that are looked at together, and how many such lots are under way for each thread. */
const LOT = 16;
const AHEAD = 3;
/** Lots that each thread gets at least, where there are enough units: few may be large. */
const TURNS = 8;

/** Lots that were looked at or are under way before the first of them is done: what came of them is held. */
const MOST = 64;

/** What comes of some units. */
interface Lot {
  readonly units: readonly SentUnit[];
  readonly answers: Promise<readonly UnitAnswer[]>;
  /** The answers are there. */
  done: boolean;
}

/** A scope that is opened here. */
interface OpenedHere {
  readonly disk: ReadDisk;
  readonly kind: Kind;
  readonly site: Site;
  readonly session: Session;
  readonly scope: PlainScope;
}

/**
 * Some units of a scope, looked at in threads, and here too: this thread takes a lot of its own instead of waiting for the others. What
 * is met in a lot comes in one list, in the order of ids.
 */
export async function* surveyInThreads(
  { crew, wish }: Wished,
  { disk, kind, site, session, scope }: OpenedHere,
  asked: readonly Pick<SentUnit, 'id' | 'noted'>[],
  course: Course,
): AsyncGenerator<readonly Met[]> {
  const entriesOf = (id: string): readonly WalkEntry[] => scope.units.get(id) ?? [];
  const { name } = scope;
  const interrupted = (): boolean => course.options.interrupted?.() ?? false;
  const lots = lotsOf(asked, crew.size + 1, ({ id, noted }) => ({
    id,
    noted,
    entries: entriesOf(id),
    elsewhere: course.elsewhere(name, id),
  }));
  const { underWay, fill, later } = sender(crew, wish, lots, { kind, site, scope });
  const here = { site, session, wish, verb: null, room: course.room && besideOthers(course.room) };
  const counts = { files: 0, bytes: 0 };
  const take = ({ id, noted, entries }: SentUnit, answer: UnitAnswer, mets: Met[]): void => {
    const { unread = [], bytes, document, settled } = answer;
    if (document !== null) session.note(document.facts);
    if (noted) return;
    if (settled) mets.push({ is: 'settled', site, scope: name, id, path: entries[0]?.path ?? '' });
    for (const finding of unread) mets.push({ is: 'finding', site, scope: name, finding, bytes: null });
    if (document !== null) mets.push({ is: 'answered', site, scope: name, id, answer: document });
    counts.files += countFiles(entries);
    counts.bytes += bytes;
  };
  const lookHere = async (): Promise<boolean> => {
    const { value: units } = looksHere(wish) ? lots.next() : NO_MORE;
    if (units === undefined) return false;
    const answers = await answersOf(disk, here, units, { tell: () => {}, stopped: interrupted });
    underWay.push({ units, answers: Promise.resolve(answers), done: true });
    await crew.turn();
    return true;
  };
  fill();
  for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) {
    while (!next.done && underWay.length < MOST && (await lookHere())) fill();
    const answers = (next.done ? await next.answers : await crew.wait(next.answers, interrupted)) ?? [];
    fill();
    // Ends the survey when it was interrupted.
    if (interrupted()) await course.step(0, 0);
    const mets: Met[] = [];
    Object.assign(counts, { files: 0, bytes: 0 });
    const { units } = next;
    answers.forEach((answer, n) => {
      take(units[n] ?? NO_UNIT, answer, mets);
    });
    later(units.slice(answers.length));
    yield mets;
    await course.step(counts.files, counts.bytes);
  }
}

const NO_MORE = { value: undefined };
const NO_UNIT: SentUnit = { id: '', noted: true, entries: [], elsewhere: [] };

/** Opens a scope in the threads of a crew, and keeps them busy with its lots. */
function sender(
  crew: SurveyCrew,
  wish: ThreadWish,
  lots: Iterator<readonly SentUnit[], undefined>,
  { kind, site: { root }, scope }: Pick<OpenedHere, 'kind' | 'site' | 'scope'>,
) {
  const underWay: Lot[] = [];
  let busy = 0;
  const begun = orFailure(crew.all({ do: 'begin', scope: sent(kind, scope), wish }), () => `opened ${root}`);
  // What is thrown is heard when the turn of its lot comes.
  begun.catch(() => {});
  const send = (units: readonly SentUnit[], alone: boolean): Lot => {
    const lookedAt = (at: number): string => {
      const { entries = [] } = units[at] ?? units[0] ?? {};
      return `looked at ${root}/${entries[0]?.path ?? ''}`;
    };
    const task = { do: 'open', units, alone } as const;
    const answers = orFailure(alone ? crew.first(task) : crew.one(task), lookedAt);
    const lot: Lot = { units, answers: begun.then(() => answers), done: false };
    const ended = () => {
      busy--;
      lot.done = true;
    };
    lot.answers.then(ended, ended);
    answers.catch(() => {});
    busy++;
    return lot;
  };
  return {
    underWay,
    fill: (): void => {
      while (busy < crew.size * AHEAD) {
        const { value: units } = lots.next();
        if (units === undefined) return;
        underWay.push(send(units, false));
      }
    },
    /** The first of these units is large: it is looked at next, while no other such is, and always in one thread, which frees the last. */
    later: ([large, ...others]: readonly SentUnit[]): void => {
      if (others.length > 0) underWay.unshift(send(others, false));
      if (large !== undefined) underWay.unshift(send([large], true));
    },
  };
}

function* lotsOf<T>(
  asked: readonly T[],
  threads: number,
  unitOf: (each: T) => SentUnit,
): Generator<readonly SentUnit[], undefined> {
  const size = Math.min(Math.ceil(asked.length / threads / TURNS), LOT);
  for (let at = 0; at < asked.length; at += size) yield asked.slice(at, at + size).map(unitOf);
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
