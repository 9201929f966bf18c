import { isMarked, journalOf } from '../io/journal/journal.ts';
import { type Run, runs } from '../io/journal/runs.ts';
import { requireTrusted } from '../io/journal/trust.ts';
import type { ChangeResult, RunResult } from '../io/run/result.ts';
import { undo } from '../io/undo.ts';
import { overRoots, type RootRun } from './change/over-roots.ts';
import { previewRun } from './change/preview-run.ts';
import { findRun, latestRun, type RunChoice } from './change/run-ids.ts';
import type { Listen } from './change/run-report.ts';
import type { World } from './world.ts';

/** The run to undo, in each root that it changed: the one named, else the latest that is not undone, or not all of it. */
export function runsToUndo(world: World, { roots, run: named }: RunChoice): RootRun[] {
  for (const root of roots) requireTrusted(world.disk, root);
  const run = named === null ? latestRun(world, roots, canUndo) : findRun(world, roots, named);
  return roots.flatMap((root) =>
    runs(world.disk, root)
      .filter(({ id, state }) => id === run && state !== 'undone')
      .map(({ id }) => ({ root, run: id })),
  );
}

function canUndo({ state, standing }: Run): boolean {
  return state === 'cut' || (state === 'done' && standing > 0);
}

/** Undoes a run in every root it changed. Throws Failure `no-match`, `usage` or `refused` as `io/undo` does. */
export function undoRun(world: World, ask: RunChoice & { readonly report?: Listen }): Promise<RunResult[]> {
  return overRoots(runsToUndo(world, ask), (which) => {
    const made = madeOf(world, which);
    const report = (result: ChangeResult): void => {
      if (made?.has(result.number) !== false) ask.report?.(result, which.root);
    };
    return undo(world, { ...which, report });
  });
}

/** The Changes to undo of a run that was cut, or undone before; null for a whole run, all of which is undone. */
function madeOf(world: World, { root, run }: RootRun): ReadonlySet<number> | null {
  const { disk } = world;
  const journal = journalOf(root, run);
  if (isMarked(disk, journal, 'is-done') && !isMarked(disk, journal, 'is-undoing')) return null;
  return new Set(Array.from(previewRun(world, { root, run, verb: 'undo' }), ({ number }) => number));
}
