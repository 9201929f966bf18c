import { join } from 'node:path';
import { syncFolder } from '../disk/folder-sync.ts';
import { intentionsBackwards, type Numbered } from '../journal/intentions.ts';
import { isMarked, type Journal, journalOf } from '../journal/journal.ts';
import { exceptionsOf, mark } from '../journal/marker.ts';
import { leftByUndo, toUndo } from '../journal/state.ts';
import type { World } from '../world.ts';
import { execute } from './execute.ts';
import type { RunResult } from './result.ts';
import { revertChange } from './revert-change.ts';
import type { Which } from './which.ts';

/** Takes back all of a run that was made, under a lock that is held; goes on where an earlier attempt stopped. */
export async function takeBackRun(world: World, which: Which): Promise<RunResult> {
  const journal = journalOf(which.root, which.run);
  await turnBack(world, journal);
  return execute(world, {
    journal,
    first: false,
    items: madeBackwards(world, journal),
    work: (context, item, locks) => revertChange(locks, context, item.number, item),
    marker: 'is-undone',
    report: which.report,
    inFlight: which.inFlight,
  });
}

// Marked before the first step back, so that a run that is half undone is never taken for one that is half made.
async function turnBack({ disk }: World, journal: Journal): Promise<void> {
  const left = leftByUndo(disk, journal);
  const exceptions = [...exceptionsOf(disk, journal, 'is-undone').values()].filter(({ number }) => left.has(number));
  // What was undone before may have been saved again since: only the rest is looked at.
  if (exceptions.length > 0) await mark(disk, journal, 'is-undoing', { changed: 0, exceptions });
  else if (!isMarked(disk, journal, 'is-undoing')) await mark(disk, journal, 'is-undoing', null);
  if (!isMarked(disk, journal, 'is-undone')) return;
  disk.unlink(join(journal.folder, 'is-undone'));
  await syncFolder(disk, journal.folder);
}

// What the run itself refused or could not make is not its to take back.
function* madeBackwards({ disk }: World, journal: Journal): Generator<Numbered> {
  const isDue = toUndo(disk, journal);
  for (const item of intentionsBackwards(disk, journal)) if (isDue(item.number)) yield item;
}
