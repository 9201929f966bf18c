import { dirname, join } from 'node:path';
import { pathsOf } from '../../model/check-change.ts';
import { foldersAbove } from '../../model/path.ts';
import { reasonOf, succeeds } from '../disk/error-code.ts';
import { folderSync, parentMaker } from '../disk/make-folder.ts';
import { statOf } from '../disk/stat-of.ts';
import type { IntendedChange, NumberedChange } from '../journal/intentions.ts';
import { isMarked, type Journal, type Marker } from '../journal/journal.ts';
import { isLeftWhole, removeMarker, writeMarker } from '../journal/marker.ts';
import { type OwnerLocks, ownerLocks } from '../owner-lock.ts';
import type { RunContext } from '../steps/work.ts';
import { type World, yielder } from '../world.ts';
import { raceWatch } from './race-watch.ts';
import {
  type ChangeEnd,
  type ChangeResult,
  newTally,
  type RunResult,
  runResult,
  type Tally,
  tallyEnd,
} from './result.ts';

/** Number of concurrent Changes: overlapping fsyncs share the device's work. */
const IN_FLIGHT = 256;
const MAX_IN_FLIGHT_BYTES = 2 ** 26;

export interface RunPass {
  readonly journal: Journal;
  readonly first: boolean;
  readonly items: Iterable<NumberedChange>;
  readonly work: (context: RunContext, item: NumberedChange, locks: OwnerLocks) => Promise<ChangeEnd>;
  readonly marker: Extract<Marker, 'is-done' | 'is-undone'>;
  readonly report?: ((result: ChangeResult) => void) | undefined;
  readonly inFlight?: number | undefined;
}

export async function execute(world: World, pass: RunPass): Promise<RunResult> {
  const { disk } = world;
  const { journal } = pass;
  const races = world.watch === undefined ? null : raceWatch(world.watch, () => world.sleep(0));
  const sync = folderSync(disk);
  // Folders made for Changes that failed, or for locks alone.
  const unmade = new Set<string>();
  const makeWay = parentMaker(disk, journal.root, sync, { areDurable: pass.first, made: unmade });
  const context: RunContext = {
    disk,
    journal,
    sync,
    makeWay,
    raceWatch: races,
    putBack: world.putBack,
    harmOf: world.harmOf,
    first: pass.first,
    wasMade: isMarked(disk, journal, 'is-done'),
  };
  const locks = ownerLocks(world, journal, makeWay);
  const tally = newTally();
  await concurrently(pass.items, {
    limit: pass.inFlight ?? IN_FLIGHT,
    capacity: MAX_IN_FLIGHT_BYTES,
    sizeOf: (item) => sizeOf(context, item),
    claim: pathClaims(),
    stop: () => isStopped(world, tally),
    yieldNow: yielder(world),
    work: (item) => pass.work(context, item, locks),
    finish: (item, end) => {
      const isMade = end.state === 'done' || end.state === 'raced';
      if (isMade === (pass.marker === 'is-undone')) for (const folder of item.made) unmade.add(folder);
      tallyEnd(tally, item, end, pass.report ?? (() => undefined));
    },
  });
  races?.close();
  await finishRun(context, pass, locks, tally, unmade);
  return runResult(tally, journal.run, journal.root, pass.marker === 'is-done' ? 'done' : 'undone');
}

function sizeOf({ disk, journal }: RunContext, { change }: NumberedChange): number {
  let size = 0;
  for (const step of change.steps) {
    if (step.do === 'put' && step.was !== 'absent') size += statOf(disk, join(journal.root, step.path))?.size ?? 0;
    if (step.do === 'put' && step.content.from === 'copy')
      size += statOf(disk, join(journal.root, step.content.path))?.size ?? 0;
    if (step.do === 'put' && step.content.from === 'range') size += step.content.size;
  }
  return size;
}

function isStopped(world: World, tally: Tally): boolean {
  if (world.interrupted()) tally.stopped ??= { by: 'interrupted', reason: 'interrupted' };
  return tally.stopped !== null && tally.stopped.by !== 'unclean';
}

async function finishRun(
  context: RunContext,
  pass: RunPass,
  locks: OwnerLocks,
  tally: Tally,
  unmade: ReadonlySet<string>,
): Promise<void> {
  const { disk, journal } = context;
  try {
    await locks.close();
    if (tally.stopped !== null) return;
    const folders = new Set([journal.originalsFolder, journal.undone]);
    for (const folder of [...unmade].sort().reverse()) {
      const path = join(journal.root, folder);
      const isGone = succeeds(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'], () => disk.rmdir(path));
      if (isGone) folders.add(dirname(path));
      folders.delete(path);
    }
    for (const folder of folders) await context.sync(folder);
    if (pass.marker === 'is-undone' && isLeftWhole(disk, journal, tally))
      await removeMarker(disk, journal, 'is-undoing');
    else await writeMarker(disk, journal, pass.marker, tally);
  } catch (error) {
    tally.stopped ??= { by: 'disk', reason: `the journal ${reasonOf(error)}` };
  }
}

interface ExclusiveClaim {
  conflicts(): boolean;
  enter(): void;
  leave(): void;
}

/**
 * Returns a claim on an item's paths. A common path conflicts, as does a folder with a path below it. A Change without ids (shared files,
 * leftovers) conflicts with all.
 */
function pathClaims(): (item: IntendedChange) => ExclusiveClaim {
  const named = new Map<string, number>();
  const above = new Map<string, number>();
  const underWay = { shared: 0, own: 0 };
  return ({ change }) => {
    const isShared = change.ids.length === 0;
    const paths = pathsOf(change);
    const folders = [...new Set(paths.flatMap(foldersAbove))];
    const count = (by: 1 | -1): void => {
      underWay[isShared ? 'shared' : 'own'] += by;
      for (const path of paths) add(named, path, by);
      for (const folder of folders) add(above, folder, by);
    };
    return {
      conflicts: () =>
        underWay[isShared ? 'own' : 'shared'] > 0 ||
        folders.some((folder) => named.has(folder)) ||
        paths.some((path) => named.has(path) || above.has(path)),
      enter: () => count(1),
      leave: () => count(-1),
    };
  };
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}

/**
 * `sizeOf`: bytes in memory, limited by `capacity`; a larger item runs alone. `stop` is asked before each item, and true ends the stream.
 * `yieldNow` lets timers and signals in, between items.
 */
interface Schedule {
  readonly limit: number;
  sizeOf(item: NumberedChange): number;
  readonly capacity: number;
  /** The conflicts of an item with running ones, by paths; the caller enters and leaves it. */
  claim(item: NumberedChange): ExclusiveClaim;
  stop(): boolean;
  yieldNow(): Promise<void>;
  work(item: NumberedChange): Promise<ChangeEnd>;
  finish(item: NumberedChange, end: ChangeEnd): void;
}

/** Runs items concurrently unless they conflict. Finishes all that began. */
async function concurrently(items: Iterable<NumberedChange>, flow: Schedule): Promise<void> {
  const inFlight: {
    readonly item: NumberedChange;
    readonly weight: number;
    readonly claim: ExclusiveClaim;
    readonly end: Promise<ChangeEnd>;
  }[] = [];
  let load = 0;
  const finishOldest = async () => {
    const [first] = inFlight;
    if (first === undefined) return;
    const end = await first.end;
    inFlight.shift();
    load -= first.weight;
    first.claim.leave();
    flow.finish(first.item, end);
  };
  try {
    for (const item of items) {
      const weight = flow.sizeOf(item);
      const claim = flow.claim(item);
      const isFull = () => inFlight.length >= flow.limit || (inFlight.length > 0 && load + weight > flow.capacity);
      while (isFull() || claim.conflicts()) await finishOldest();
      await flow.yieldNow();
      if (flow.stop()) break;
      load += weight;
      claim.enter();
      inFlight.push({ item, weight, claim, end: flow.work(item) });
    }
    while (inFlight.length > 0) await finishOldest();
  } finally {
    // Only after a throw. The caller releases the lock next.
    await Promise.allSettled(inFlight.map(({ end }) => end));
  }
}
