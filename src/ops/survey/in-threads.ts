import { besideOthers } from '../../io/disk/read-room.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind, Session, Site } from '../../stores/kind.ts';
import { countFiles } from './gather.ts';
import { looksHere } from './lazy-crew.ts';
import type { Course, Met } from './met.ts';
import type { PlainScope } from './open-scope.ts';
import { answersOf, type SentUnit, sent, type UnitAnswer, type Wished } from './thread-work.ts';

/** The most units that are looked at together, and how many such lots are under way for each thread at least. */
const LOT = 16;
const AHEAD = 3;
/** The most where this thread looks at none itself: each lot that is done wakes it. */
const LOT_AWAY = 32;
/** Lots that each thread gets at least, where there are enough units: few may be large. */
const TURNS = 8;

/** Lots that were looked at or are under way before the first of them is done, as while a thread still starts: what came of them is held. */
const MOST = 256;
/** While this thread writes what it has, the others need more to do. */
const MEANWHILE = 16;

/** What comes of some units. */
interface Lot {
  readonly units: readonly SentUnit[];
  readonly answers: Promise<readonly UnitAnswer[]>;
  /** The answers are there. */
  done: boolean;
}

/** A scope that is opened here too. */
interface OpenedHere {
  readonly disk: ReadDisk;
  readonly kind: Kind;
  readonly site: Site;
  readonly scope: PlainScope;
}

/**
 * Some units of a scope, looked at in threads, and here too: this thread takes a lot of its own instead of waiting for the others. What
 * is met in a lot comes in one list, in the order of ids. The threads begin at once, while this one still opens its own session.
 */
export function surveyInThreads(
  wished: Wished,
  opened: OpenedHere,
  asked: readonly Pick<SentUnit, 'id' | 'noted'>[],
  course: Course,
): (session: Session) => AsyncGenerator<readonly Met[]> {
  const { name, units } = opened.scope;
  const most = looksHere(wished.wish) ? LOT : LOT_AWAY;
  const lots = lotsOf(asked, wished.crew.size + 1, most, ({ id, noted }) => ({
    id,
    noted,
    entries: units.get(id) ?? [],
    elsewhere: course.elsewhere(name, id),
  }));
  const sending = sender(wished, lots, opened, course.ahead);
  sending.fill();
  return (session) => metInThreads(wished, { ...opened, session }, lots, sending, course);
}

async function* metInThreads(
  { crew, wish }: Wished,
  { disk, site, session, scope: { name } }: OpenedHere & { readonly session: Session },
  lots: Lots,
  { underWay, fill, later }: ReturnType<typeof sender>,
  course: Course,
): AsyncGenerator<readonly Met[]> {
  const interrupted = (): boolean => course.options.interrupted?.() ?? false;
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
    const units = looksHere(wish) ? lots.next() : null;
    if (units === null) return false;
    const answers = await answersOf(disk, here, units, { tell: () => {}, stopped: interrupted });
    underWay.push({ units, answers: Promise.resolve(answers), done: true });
    await crew.turn();
    return true;
  };
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

const NO_UNIT: SentUnit = { id: '', noted: true, entries: [], elsewhere: [] };

/** Opens a scope in the threads of a crew, and keeps them busy with its lots; `ahead` is called once none is left. */
function sender(
  { crew, wish }: Wished,
  lots: Lots,
  { kind, site: { root }, scope }: Pick<OpenedHere, 'kind' | 'site' | 'scope'>,
  ahead: () => void,
) {
  const underWay: Lot[] = [];
  let busy = 0;
  const of = scope.name;
  // At the end, nobody is to wait for one of them.
  const most = () => Math.max(crew.size * AHEAD, looksHere(wish) ? Math.min(lots.left() >> 2, MEANWHILE) : 0);
  const begun = orFailure(crew.all({ do: 'begin', scope: sent(kind, scope), wish }), () => `opened ${root}`);
  // What is thrown is heard when the turn of its lot comes.
  begun.catch(() => {});
  const send = (units: readonly SentUnit[], alone: boolean): Lot => {
    const lookedAt = (at: number): string => {
      const { entries = [] } = units[at] ?? units[0] ?? {};
      return `looked at ${root}/${entries[0]?.path ?? ''}`;
    };
    const task = { do: 'open', of, units, alone } as const;
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
      while (busy < most()) {
        const units = lots.next();
        if (units === null && looksHere(wish)) ahead();
        if (units === null) return;
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

/** Units that nobody looks at yet. */
interface Lots {
  /** Some of them; null when none is left. */
  next(): readonly SentUnit[] | null;
  left(): number;
}

function lotsOf<T>(asked: readonly T[], threads: number, most: number, unitOf: (each: T) => SentUnit): Lots {
  const size = Math.min(Math.ceil(asked.length / threads / TURNS), most);
  let at = 0;
  return {
    next: () => {
      if (at >= asked.length) return null;
      at += size;
      return asked.slice(at - size, at).map(unitOf);
    },
    left: () => Math.ceil((asked.length - at) / size),
  };
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
