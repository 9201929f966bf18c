import { cutRuns } from '../io/journal/cut-runs.ts';
import { journalOf, runIds } from '../io/journal/journal.ts';
import { requireReadable } from '../io/journal/readable.ts';
import { requireTrusted } from '../io/journal/trust.ts';
import { resume } from '../io/resume.ts';
import type { RunResult } from '../io/run/result.ts';
import { overRoots, type RootRun } from './change/over-roots.ts';
import { findRun, type RunChoice } from './change/run-ids.ts';
import type { Listen } from './change/run-report.ts';
import type { World } from './world.ts';

/** The runs to finish: every cut one, oldest first, or the one named where it is cut. */
export function runsToResume(world: World, { roots, run }: RunChoice): RootRun[] {
  for (const root of roots) requireTrusted(world.disk, root);
  const named = run === null ? null : findRun(world, roots, run);
  if (named !== null)
    for (const root of roots)
      if (runIds(world.disk, root).includes(named)) requireReadable(world.disk, journalOf(root, named));
  return roots
    .flatMap((root) => cutRuns(world.disk, root).map((each) => ({ root, run: each })))
    .filter((each) => named === null || each.run === named)
    .sort((a, b) => (a.run < b.run ? -1 : 1));
}

/** Finishes runs wherever they were cut. Throws Failure as `io/resume` does. */
export function resumeRun(world: World, ask: RunChoice & { readonly report?: Listen }): Promise<RunResult[]> {
  return overRoots(runsToResume(world, ask), (which) =>
    resume(world, { ...which, report: (result) => ask.report?.(result, which.root) }),
  );
}
