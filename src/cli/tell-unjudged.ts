import type { PlacedFinding } from '../model/finding.ts';
import { ruleOf } from '../model/findings.ts';
import { LIST_TARGET } from '../model/rules/next.ts';
import { findingLine, helpOf } from '../report/findings/sentence.ts';
import type { Job } from './job.ts';
import { rerun } from './rerun.ts';

/** Says on stderr which files could not be looked into. */
export async function tellUnjudged(
  { err, paint, env, options }: Job,
  unjudged: readonly PlacedFinding[],
): Promise<void> {
  const naming = { commandPrefix: rerun(options), idOf: (id: string) => id };
  for (const finding of unjudged) {
    await err.line(`not judged: ${findingLine(finding, paint, env.cwd)}`);
    // Nothing of the store says where that is, and whoever made the link means it to be found.
    if (ruleOf(finding.code).next === LIST_TARGET)
      await err.line(`  \`${helpOf(finding, naming)}\` lists what is there`);
  }
}
