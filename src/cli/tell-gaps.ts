import type { PlacedFinding } from '../model/finding.ts';
import { ruleOf } from '../model/findings.ts';
import { LIST_TARGET } from '../model/rules/row.ts';
import type { PlacedGap } from '../model/unsearched.ts';
import { findingLine, helpOf } from '../report/findings/sentence.ts';
import { gapLines } from '../report/gaps.ts';
import type { Job } from './command.ts';
import { rerun } from './options.ts';

/** `done`: a participle such as `searched`. `clean` redacts. */
export async function tellGaps(
  { err, options }: Job,
  gaps: readonly PlacedGap[],
  done: string,
  clean: ((text: string) => string) | null = null,
): Promise<void> {
  for (const text of gapLines(gaps, done, rerun(options)).map(clean ?? String)) await err.line(text);
}

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
