import { dirname, join } from 'node:path';
import { succeeds } from '../disk/error-code.ts';
import { folderSync } from '../disk/folder-sync.ts';
import { statOf } from '../disk/look.ts';
import { reasonOf } from '../disk/reason-of.ts';
import type { Numbered } from '../journal/intentions.ts';
import { isMarked, type Journal, type Marker } from '../journal/journal.ts';
import { mark } from '../journal/marker.ts';
import { count, newTally, resultOf, type Tally } from '../journal/tally.ts';
import { type OwnerLocks, ownerLocks } from '../owner-lock.ts';
import type { RunContext } from '../steps/work.ts';
import type { World } from '../world.ts';
import { clashes } from './clashes.ts';
import { inOrder } from './in-order.ts';
import type { Outcome } from './outcome.ts';
import type { ChangeResult, RunResult } from './result.ts';
import { witness } from './witness.ts';

/** How many Changes are under way at a time: fsyncs that overlap share the device's work. */
const IN_FLIGHT = 64;
/** Of originals, which are held in memory while their Change is under way. */
const CAPACITY = 2 ** 26;
const BREATH_MS = 50;

/** One pass over a run's Changes, forwards or backwards. */
export interface Pass {
  readonly journal: Journal;
  readonly first: boolean;
  readonly items: Iterable<Numbered>;
  readonly work: (context: RunContext, item: Numbered, locks: OwnerLocks) => Promise<Outcome>;
  readonly marker: Extract<Marker, 'is-done' | 'is-undone'>;
  readonly report?: ((result: ChangeResult) => void) | undefined;
  readonly inFlight?: number | undefined;
}

/** Works off a run's Changes and, if nothing stood in the way of finishing, marks the run. */
export async function execute(world: World, pass: Pass): Promise<RunResult> {
  const { disk } = world;
  const { journal } = pass;
  const eye = world.watch === undefined ? null : witness(world.watch, () => world.sleep(0));
  const context: RunContext = {
    disk,
    journal,
    sync: folderSync(disk),
    witness: eye,
    takeBack: world.takeBack,
    first: pass.first,
    wasMade: isMarked(disk, journal, 'is-done'),
  };
  const locks = ownerLocks(world, journal);
  const tally = newTally();
  const unmade = new Set<string>();
  await inOrder<Numbered, Outcome>(pass.items, {
    limit: pass.inFlight ?? IN_FLIGHT,
    capacity: CAPACITY,
    weigh: (item) => weigh(context, item),
    clash: clashes(),
    stop: () => isStopped(world, tally),
    breathe: breather(world),
    work: (item) => pass.work(context, item, locks),
    land: (item, outcome) => {
      const isMade = outcome.state === 'done' || outcome.state === 'raced';
      if (!isMade || pass.marker === 'is-undone') for (const folder of item.made) unmade.add(folder);
      count(tally, item, outcome, pass.report ?? (() => undefined));
    },
  });
  eye?.close();
  await finish(context, pass, locks, tally, unmade);
  return resultOf(tally, journal.run, journal.root, pass.marker === 'is-done' ? 'done' : 'undone');
}

function weigh({ disk, journal }: RunContext, { change }: Numbered): number {
  let size = 0;
  for (const step of change.steps) {
    if (step.do === 'put' && step.was !== 'absent') size += statOf(disk, join(journal.root, step.path))?.size ?? 0;
    if (step.do === 'put' && step.content.from === 'copy')
      size += statOf(disk, join(journal.root, step.content.path))?.size ?? 0;
  }
  return size;
}

function isStopped(world: World, tally: Tally): boolean {
  if (world.interrupted()) tally.stopped ??= { by: 'interrupted', reason: 'interrupted' };
  return tally.stopped !== null && tally.stopped.by !== 'unclean';
}

function breather(world: World): () => Promise<void> {
  let last = world.now();
  return async () => {
    if (world.now() - last < BREATH_MS) return;
    await world.sleep(0);
    last = world.now();
  };
}

async function finish(
  context: RunContext,
  pass: Pass,
  locks: OwnerLocks,
  tally: Tally,
  unmade: ReadonlySet<string>,
): Promise<void> {
  const { disk, journal } = context;
  try {
    await locks.close();
    if (tally.stopped !== null) return;
    const folders = new Set([journal.kept, journal.taken]);
    for (const folder of [...unmade].sort().reverse()) {
      const path = join(journal.root, folder);
      const isGone = succeeds(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'], () => disk.rmdir(path));
      if (isGone) folders.add(dirname(path));
      folders.delete(path);
    }
    for (const folder of folders) await context.sync(folder);
    await mark(disk, journal, pass.marker, tally);
  } catch (error) {
    tally.stopped ??= { by: 'disk', reason: `the journal ${reasonOf(error)}` };
  }
}
