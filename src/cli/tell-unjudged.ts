import type { PlacedFinding } from '../model/finding.ts';
import { ruleOf } from '../model/findings.ts';
import { LIST_TARGET } from '../model/rules/next.ts';
import { findingLine, helpOf } from '../report/findings/sentence.ts';
import type { Job } from './job.ts';
import { rerun } from './rerun.ts';

/** On stderr. */
export async function tellUnjudged(
  { err, paint, env, options }: Job,
  unjudged: readonly PlacedFinding[],
): Promise<void> {
  const naming = { commandPrefix: rerun(options), idOf: (id: string) => id };
  for (const finding of unjudged) {
    await err.line(`not judged: ${findingLine(finding, paint, env.cwd)}`);
    // The target is outside the store, and meant to be found.
    if (ruleOf(finding.code).next === LIST_TARGET)
      await err.line(`  \`${helpOf(finding, naming)}\` lists what is there`);
  }
}
