import { journalOf, stateOf } from '../io/journal/journal.ts';
import { type Run, runs } from '../io/journal/runs.ts';
import type { ChangeResult, RunResult } from '../io/run/result.ts';
import { undo } from '../io/undo.ts';
import { findRun, latestRun, type RunChoice } from './change/choose-run.ts';
import { overRoots, type RootRun } from './change/over-roots.ts';
import { previewRun } from './change/preview-run.ts';
import type { Listen } from './change/run-report.ts';
import type { World } from './world.ts';

/** The run to take back, in each root where something of it stands: the one named, else the latest not yet undone. */
export function runsToUndo(world: World, { roots, run: named }: RunChoice): RootRun[] {
  const run = named === null ? latestRun(world, roots, stands) : findRun(world, roots, named);
  return roots.flatMap((root) =>
    runs(world.disk, root)
      .filter(({ id, state, standing }) => id === run && (state !== 'undone' || standing > 0))
      .map(({ id }) => ({ root, run: id })),
  );
}

function stands({ state, standing }: Run): boolean {
  return state === 'cut' || (state === 'done' && standing > 0);
}

/** Takes a run back in every root it changed. Throws Failure `no-match`, `usage` or `refused` as `io/undo` does. */
export function undoRun(world: World, ask: RunChoice & { readonly report?: Listen }): Promise<RunResult[]> {
  return overRoots(runsToUndo(world, ask), (which) => {
    const made = madeOf(world, which);
    const report = (result: ChangeResult): void => {
      if (made?.has(result.number) !== false) ask.report?.(result, which.root);
    };
    return undo(world, { ...which, report });
  });
}

/** The Changes of a run that was cut, or undone before, of which something stands; null for a whole run, where all of it does. */
function madeOf(world: World, { root, run }: RootRun): ReadonlySet<number> | null {
  if (stateOf(world.disk, journalOf(root, run)) === 'done') return null;
  return new Set(Array.from(previewRun(world, { root, run, verb: 'undo' }), ({ number }) => number));
}
