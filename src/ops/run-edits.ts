import { join } from 'node:path';
import { unless } from '../io/disk/error-code.ts';
import { intentions } from '../io/journal/intentions.ts';
import { journalOf } from '../io/journal/journal.ts';
import { exceptionsOf } from '../io/journal/marker.ts';
import type { ChangeReport } from '../model/change-report.ts';
import type { Change, Step } from '../model/plan.ts';
import type { RootRun } from './change/over-roots.ts';
import { runReporter } from './change/run-report.ts';
import { stepViews } from './change/step-views.ts';
import { originalsBelow } from './sites/originals-below.ts';
import type { World } from './world.ts';

/** What a run did, Change by Change with its edits, whether or not it is undone; reads only. Throws Failure for a damaged journal. */
export function runEdits(
  world: World,
  { root, run }: RootRun,
  { command, spell }: { readonly command: ChangeReport['command']; spell(root: string): string },
): ChangeReport {
  let current = 0;
  const reporter = runReporter(command, {
    dryRun: true,
    spell,
    steps: (change) => stepViews(change.steps, originalOf(world, { root, run }, change, current)),
  });
  const { disk } = world;
  const journal = journalOf(root, run);
  const exceptions = exceptionsOf(disk, journal, 'is-done');
  for (const { number, change, refused } of intentions(disk, journal)) {
    const { state = refused === null ? 'done' : 'refused', reason = refused } = exceptions.get(number) ?? {};
    current = number;
    reporter.listen({ number, change, state, reason }, root);
  }
  return reporter.report([]);
}

/** Files as they were before a Change: kept in the journal, or given back by an undo. */
function originalOf(
  world: World,
  { root, run }: RootRun,
  { steps }: Change,
  number: number,
): (path: string) => Uint8Array | null {
  const { disk } = world;
  const asNow = originalsBelow(world, root);
  return (path) => {
    const index = steps.findIndex((step) => replaced(step) === path);
    const kept = join(journalOf(root, run).kept, `${number}.${index}`);
    return (index === -1 ? null : unless(['ENOENT', 'ENOTDIR', 'EISDIR'], () => disk.read(kept))) ?? asNow(path);
  };
}

function replaced(step: Step): string | null {
  if (step.do === 'put') return step.was === 'absent' ? null : step.path;
  return step.do === 'remove' ? step.path : null;
}
