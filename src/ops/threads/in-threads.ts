import { besideOthers } from '../../io/disk/read-buffer.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind, Session, Site } from '../../stores/kind.ts';
import { finderFor } from '../search/find-unit.ts';
import { searcherFor } from '../search/search-unit.ts';
import { countFiles } from '../survey/gather.ts';
import type { PlainScope } from '../survey/open-scope.ts';
import type { SurveyContext, SurveyEvent } from '../survey/survey-event.ts';
import { looksHere } from './lazy-workers.ts';
import { sent } from './sent-scope.ts';
import { answersOf, type SentUnit, type UnitAnswer, type WantedOfThreads } from './thread-work.ts';

/** The most units that are looked at together, and how many such batches are under way for each thread at least. */
const BATCH = 16;
const AHEAD = 3;
/** The most where this thread looks at none itself: each batch that is done wakes it. */
const BATCH_AWAY = 32;
/** Batches that each thread gets at least, where there are enough units: few may be large. */
const TURNS = 8;

/** Batches that were looked at or are under way before the first of them is done, as while a thread still starts: what came of them is held. */
const MOST = 256;
/** While this thread writes what it has, the others need more to do. */
const MEANWHILE = 16;

/** The events of some units. */
interface Batch {
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
 * Some units of a scope, looked at in threads, and here too: this thread takes a batch of its own instead of waiting for the others. What
 * is met in a batch comes in one list, in the order of ids. The threads begin at once, while this one still opens its own session.
 */
export function surveyInThreads(
  how: WantedOfThreads,
  opened: OpenedHere,
  asked: readonly Pick<SentUnit, 'id' | 'factsOnly'>[],
  context: SurveyContext,
): (session: Session) => AsyncGenerator<readonly SurveyEvent[]> {
  const { name, units } = opened.scope;
  const most = looksHere(how.wanted) ? BATCH : BATCH_AWAY;
  const batches = batchesOf(asked, how.workers.size + 1, most, ({ id, factsOnly }) => ({
    id,
    factsOnly,
    entries: units.get(id) ?? [],
    elsewhere: context.elsewhere(name, id),
  }));
  const sending = sender(how, batches, opened, context.ahead);
  sending.fill();
  return (session) => eventsInThreads(how, { ...opened, session }, batches, sending, context);
}

async function* eventsInThreads(
  { workers, wanted }: WantedOfThreads,
  { disk, kind, site, session, scope: { name } }: OpenedHere & { readonly session: Session },
  batches: Batches,
  { underWay, fill, later }: ReturnType<typeof sender>,
  context: SurveyContext,
): AsyncGenerator<readonly SurveyEvent[]> {
  const interrupted = (): boolean => context.options.interrupted?.() ?? false;
  const searcher = await searcherFor(wanted.search?.query);
  const finder = await finderFor(wanted.find?.query);
  const here = {
    kind,
    site,
    session,
    wanted,
    verb: null,
    searcher,
    finder,
    buffer: context.buffer && besideOthers(context.buffer),
  };
  const counts = { files: 0, bytes: 0 };
  const take = ({ id, factsOnly, entries }: SentUnit, answer: UnitAnswer, events: SurveyEvent[]): void => {
    const { unread = [], bytes, document, settled } = answer;
    if (document?.facts !== undefined) session.addFacts(document.facts);
    if (factsOnly) return;
    if (settled) events.push({ type: 'settled', site, scope: name, id, path: entries[0]?.path ?? '' });
    for (const finding of unread) events.push({ type: 'finding', site, scope: name, finding, bytes: null });
    if (document !== null) events.push({ type: 'answered', site, scope: name, id, answer: document });
    counts.files += countFiles(entries);
    counts.bytes += bytes;
  };
  const lookHere = async (): Promise<boolean> => {
    const units = looksHere(wanted) ? batches.next() : null;
    if (units === null) return false;
    const answers = await answersOf(disk, here, units, { tell: () => {}, stopped: interrupted });
    underWay.push({ units, answers: Promise.resolve(answers), done: true });
    await workers.turn();
    return true;
  };
  for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) {
    while (!next.done && underWay.length < MOST && (await lookHere())) fill();
    const answers = (next.done ? await next.answers : await workers.wait(next.answers, interrupted)) ?? [];
    fill();
    // Ends the survey when it was interrupted.
    if (interrupted()) await context.step(0, 0);
    const events: SurveyEvent[] = [];
    Object.assign(counts, { files: 0, bytes: 0 });
    const { units } = next;
    answers.forEach((answer, n) => {
      take(units[n] ?? NO_UNIT, answer, events);
    });
    later(units.slice(answers.length));
    yield events;
    await context.step(counts.files, counts.bytes);
  }
}

const NO_UNIT: SentUnit = { id: '', factsOnly: true, entries: [], elsewhere: [] };

/** Opens a scope in the threads of a workers, and keeps them busy with its batches; `ahead` is called once none is left. */
function sender(
  { workers, wanted }: WantedOfThreads,
  batches: Batches,
  { kind, site: { root }, scope }: Pick<OpenedHere, 'kind' | 'site' | 'scope'>,
  ahead: () => void,
) {
  const underWay: Batch[] = [];
  let busy = 0;
  const of = scope.name;
  // At the end, nobody is to wait for one of them.
  const most = () => Math.max(workers.size * AHEAD, looksHere(wanted) ? Math.min(batches.left() >> 2, MEANWHILE) : 0);
  const begun = orFailure(workers.all({ do: 'begin', scope: sent(kind, scope), wanted }), () => `opened ${root}`);
  // An error is handled when the turn of its batch comes.
  begun.catch(() => {});
  const send = (units: readonly SentUnit[], alone: boolean): Batch => {
    const lookedAt = (at: number): string => {
      const { entries = [] } = units[at] ?? units[0] ?? {};
      return `looked at ${root}/${entries[0]?.path ?? ''}`;
    };
    const task = { do: 'open', of, units, alone } as const;
    const answers = orFailure(alone ? workers.first(task) : workers.one(task), lookedAt);
    const batch: Batch = { units, answers: begun.then(() => answers), done: false };
    const ended = () => {
      busy--;
      batch.done = true;
    };
    batch.answers.then(ended, ended);
    answers.catch(() => {});
    busy++;
    return batch;
  };
  return {
    underWay,
    fill: (): void => {
      while (busy < most()) {
        const units = batches.next();
        if (units === null && looksHere(wanted)) ahead();
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
interface Batches {
  /** Some of them; null when none is left. */
  next(): readonly SentUnit[] | null;
  left(): number;
}

function batchesOf<T>(asked: readonly T[], threads: number, most: number, unitOf: (each: T) => SentUnit): Batches {
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

/** The answer of a promise; the end of a thread before that is a failure that says what the thread did. */
async function orFailure<T>(answer: Promise<T>, doing: (at: number) => string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || !('at' in error) || typeof error.at !== 'number') throw error;
    const hint = 'With --jobs 1 everything is done in one thread.';
    throw new Failure('failed', `the thread that ${doing(error.at)} ended: ${error.message}`, hint, { cause: error });
  }
}
