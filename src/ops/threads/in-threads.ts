import { sharedReadBuffer } from '../../io/disk/read-file.ts';
import { sizeAt } from '../../io/disk/stat-of.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import { addAll } from '../../model/collections.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import type { AnsweringScope, UnitRequest } from '../survey/answer-unit.ts';
import { headReader, isSkipped, type PlainScope } from '../survey/open-scope.ts';
import { eventsOf, type SurveyContext, type SurveyEvent } from '../survey/survey-event.ts';
import type { SurveyRun } from '../survey/survey-options.ts';
import { countFiles, type ScopeEntries } from '../survey/walk-site.ts';
import { readsEndsOnly, type UnitAnswer, type Want } from '../survey/want.ts';
import {
  answersOf,
  type SurveyWorkers,
  scopeMessage,
  type Threads,
  type ThreadTask,
  type WantedOfThreads,
} from './thread-work.ts';

/** `BATCH`: most units in a batch. `BATCHES_AHEAD`: batches in progress for each thread. */
const BATCH = 16;
const BATCHES_AHEAD = 3;
/** Most units in a batch if this thread answers none: each finished batch wakes it. */
const BATCH_AWAY = 32;
/** Least number of batches for each thread, because few units may be large. */
const TURNS = 8;

/** Most batches whose answers are held before the first one is done. */
const MAX_UNDER_WAY = 256;
/** Most batches in progress in all threads if that is more: they have work while this one writes. */
const MORE_BATCHES_AHEAD = 16;

interface Batch {
  readonly units: readonly UnitRequest[];
  readonly answers: Promise<readonly UnitAnswer[]>;
  done: boolean;
}

export interface UnitRequests {
  readonly all: readonly Pick<UnitRequest, 'id' | 'factsOnly'>[];
  unitOf(each: Pick<UnitRequest, 'id' | 'factsOnly'>): UnitRequest;
}

interface SharedScope {
  readonly kind: Kind;
  readonly site: Site;
  readonly scope: PlainScope;
}

/**
 * Answers for a scope's units, in threads and here: this thread takes a batch instead of waiting. The events of a batch come in one list,
 * by id. Threads begin while this one opens its own scope.
 */
export function surveyInThreads(
  how: WantedOfThreads,
  shared: SharedScope,
  requests: UnitRequests,
  context: SurveyContext,
): (scope: AnsweringScope) => AsyncGenerator<readonly SurveyEvent[]> {
  const max = looksHere(how.want) ? BATCH : BATCH_AWAY;
  const batches = batchesOf(requests, how.workers.size + 1, max);
  const sending = sender(how, batches, shared, context.ahead);
  sending.fill();
  return (scope) => eventsInThreads(how, scope, batches, sending, context);
}

async function* eventsInThreads(
  { workers, want }: WantedOfThreads,
  scope: AnsweringScope,
  batches: Batches,
  { underWay, fill, later }: ReturnType<typeof sender>,
  context: SurveyContext,
): AsyncGenerator<readonly SurveyEvent[]> {
  const interrupted = (): boolean => context.run.interrupted();
  const here = { ...scope, buffer: scope.buffer && sharedReadBuffer(scope.buffer) };
  const lookHere = async (): Promise<boolean> => {
    const units = looksHere(want) ? batches.next() : null;
    if (units === null) return false;
    const answers = await answersOf(here, units, { reportPlace: () => {}, stopped: interrupted });
    underWay.push({ units, answers: Promise.resolve(answers), done: true });
    await workers.yieldNow();
    return true;
  };
  for (let next = underWay.shift(); next !== undefined; next = underWay.shift()) {
    while (!next.done && underWay.length < MAX_UNDER_WAY && (await lookHere())) fill();
    const answers = (next.done ? await next.answers : await workers.wait(next.answers, interrupted)) ?? [];
    fill();
    // This throws after an interruption.
    if (interrupted()) await context.advance(0, 0);
    const events: SurveyEvent[] = [];
    const counts = { files: 0, bytes: 0 };
    next.units.slice(0, answers.length).forEach((unit, n) => {
      const answer = answers[n];
      if (answer === undefined) return;
      addAll(events, eventsOf(scope, unit, answer));
      if (unit.factsOnly) return;
      counts.files += countFiles(unit.entries);
      counts.bytes += answer.bytes;
    });
    later(next.units.slice(answers.length));
    yield events;
    await context.advance(counts.files, counts.bytes);
  }
}

/** Opens a scope in each thread and keeps it busy; calls `ahead` when no batches are left. */
function sender(
  { workers, want }: WantedOfThreads,
  batches: Batches,
  { kind, site: { root }, scope }: SharedScope,
  ahead: () => void,
) {
  const underWay: Batch[] = [];
  let busy = 0;
  const of = scope.name;
  // Fewer near the end, so that nobody waits for one thread.
  const max = () =>
    Math.max(
      workers.size * BATCHES_AHEAD,
      looksHere(want) ? Math.min(batches.remaining() >> 2, MORE_BATCHES_AHEAD) : 0,
    );
  const begun = orFailure(workers.all({ do: 'begin', scope: scopeMessage(kind, scope), want }), () => `opened ${root}`);
  // An error is handled with its batch.
  begun.catch(() => {});
  const send = (units: readonly UnitRequest[], alone: boolean): Batch => {
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
      while (busy < max()) {
        const units = batches.next();
        if (units === null && looksHere(want)) ahead();
        if (units === null) return;
        underWay.push(send(units, false));
      }
    },
    /** Sends units again that were left for later: a large one alone, always to one thread, which frees the last one. */
    later: ([large, ...others]: readonly UnitRequest[]): void => {
      if (others.length > 0) underWay.unshift(send(others, false));
      if (large !== undefined) underWay.unshift(send([large], true));
    },
  };
}

interface Batches {
  next(): readonly UnitRequest[] | null;
  remaining(): number;
}

function batchesOf({ all, unitOf }: UnitRequests, threads: number, max: number): Batches {
  const size = Math.min(Math.ceil(all.length / threads / TURNS), max);
  let at = 0;
  return {
    next: () => {
      if (at >= all.length) return null;
      at += size;
      return all.slice(at - size, at).map(unitOf);
    },
    remaining: () => Math.ceil((all.length - at) / size),
  };
}

async function orFailure<T>(answer: Promise<T>, doing: (at: number) => string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || !('at' in error) || typeof error.at !== 'number') throw error;
    const hint = 'With --jobs 1 everything is done in one thread.';
    throw new Failure('failed', `the thread that ${doing(error.at)} ended: ${error.message}`, hint, { cause: error });
  }
}

export interface LazyWorkers {
  listed(names: number): void;
  /** Counts a name from the walk. Threads start during the walk if a sample of sizes suggests enough work. */
  sample(disk: ReadDisk, site: Site, entry: WalkEntry): void;
  enough(disk: ReadDisk, kind: Kind, site: Site, scopes: readonly ScopeEntries[]): Promise<WantedOfThreads | null>;
  end(): Promise<void>;
}

/** Bytes from which two threads save more than they cost; verbs take longer, signatures longest. */
const MIN_BYTES_FOR_THREADS = 128 << 20;
const MIN_DECIDED_BYTES = 32 << 20;
const MIN_SIGNED_BYTES = 1 << 20;
const MIN_LISTED_BYTES = 512 << 20;
/** Most bytes that a list without counts reads of a file of lines. */
const LISTED_BYTES = 2 << 16;

export function lazyWorkers({ program, jobs, min }: Threads, want: Want, alive: SurveyRun['alive']): LazyWorkers {
  const enough = min ?? leastFor(want);
  const max = readsEndsOnly(want) ? LISTED_BYTES : Number.POSITIVE_INFINITY;
  const bytesOf = (disk: ReadDisk, site: Site, { path, place }: WalkEntry): number =>
    Math.min(sizeAt(disk, `${site.root}/${path}`), place.load === 'lines' ? max : Number.POSITIVE_INFINITY);
  let workers: Promise<SurveyWorkers> | null = null;
  const started = (): Promise<SurveyWorkers> => {
    workers ??= import('../../io/threads.ts').then(({ workersOf }) =>
      workersOf<ThreadTask, readonly UnitAnswer[]>(program, looksHere(want) ? jobs - 1 : jobs, alive ?? (() => false)),
    );
    return workers;
  };
  let listed = 0;
  let entries = 0;
  let looked = 0;
  let bytes = 0;
  return {
    listed: (names) => {
      listed += names;
    },
    sample: (disk, site, entry) => {
      if (
        jobs < 2 ||
        want.type === 'change' ||
        workers !== null ||
        ++entries % (looked < FIRST ? EARLY_SAMPLE : SAMPLE) > 0
      )
        return;
      bytes += bytesOf(disk, site, entry);
      // An error is handled when the threads are used.
      if (++looked >= FIRST && (bytes / looked) * listed >= enough) started().catch(() => {});
    },
    enough: async (disk, kind, site, scopes) => {
      if (workers !== null) return { workers: await workers, want };
      const ask = want.type === 'change' ? want.options.ask : undefined;
      const headOf = headReader(disk, site);
      const isLeft = (entry: WalkEntry) => ask !== undefined && isSkipped(kind, ask, [entry], headOf);
      const sizeOf = (entry: WalkEntry) => (isLeft(entry) ? 0 : bytesOf(disk, site, entry));
      // A single unit is answered here.
      const isOne = scopes.every(({ units }) => units.size < 2);
      if (jobs < 2 || isOne || aboutBytes(scopes, sizeOf) < enough) return null;
      return { workers: await started(), want };
    },
    end: async () => (await workers)?.end(),
  };
}

function leastFor(want: Want): number {
  switch (want.type) {
    case 'findings':
      return want.signatures ? MIN_SIGNED_BYTES : MIN_BYTES_FOR_THREADS;
    case 'change':
    case 'secrets':
      return MIN_DECIDED_BYTES;
    case 'views':
      return MIN_LISTED_BYTES;
    default:
      return MIN_BYTES_FOR_THREADS;
  }
}

/** True if this thread answers units, too. For a changing verb it has the plan to write. */
function looksHere({ type }: Want): boolean {
  return type !== 'change';
}

/** `SAMPLE`: files whose size is looked at; during the walk, one file in so many. `EARLY_SAMPLE` in its place for the first ones. */
const SAMPLE = 64;
const EARLY_SAMPLE = 16;
const FIRST = 16;

function aboutBytes(scopes: readonly ScopeEntries[], sizeOf: (entry: WalkEntry) => number): number {
  const files = scopes.flatMap(({ units }) => [...units.values()].flat());
  const stride = Math.max(1, Math.floor(files.length / SAMPLE));
  const some = files.filter((_, n) => n % stride === 0);
  const bytes = some.reduce((sum, entry) => sum + sizeOf(entry), 0);
  return some.length === 0 ? 0 : (bytes / some.length) * files.length;
}
