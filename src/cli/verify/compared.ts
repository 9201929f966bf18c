import { Failure } from '../../model/failure.ts';
import type { Outputs } from '../../ops/outputs.ts';
import type { ReadContext } from '../../ops/reading.ts';
import type { Job } from '../command.ts';
import { flag, toggle } from '../flag.ts';
import type { BaselineInUse, BaselineOptions } from './open-baseline.ts';
import type { SealComparison } from './open-seal.ts';

export const BASELINE = {
  baseline: flag('--baseline <file>', 'findings in this file are known: they are counted, not reported'),
  updateBaseline: toggle('--update-baseline', 'write what is found now to the --baseline file'),
  pruneBaseline: toggle('--prune-baseline', 'drop from the --baseline file what was not found again'),
};

/** Undefined without one. Loads on demand. Throws Failure `usage`. */
export async function baselineOf(
  job: Job,
  reading: ReadContext,
  outputs: Outputs,
  asked: BaselineOptions,
): Promise<BaselineInUse | undefined> {
  const { baseline: file, ...rest } = asked;
  if (file !== undefined)
    return (await import('./open-baseline.ts')).openBaseline(job, reading, outputs, { ...rest, file });
  if (asked.updateBaseline || asked.pruneBaseline)
    throw new Failure('usage', 'there is no baseline to write', 'Name it with --baseline FILE.');
  return undefined;
}

/** Undefined for none. Throws Failure `usage`. */
export async function earlierReport(
  reading: ReadContext,
  outputs: Outputs,
  { against: file, quick }: { readonly against: string | undefined; readonly quick: boolean },
): Promise<SealComparison | undefined> {
  if (file !== undefined) return (await import('./open-seal.ts')).openSeal(reading, outputs, file, quick);
  if (quick) throw new Failure('usage', 'there is no seal to compare with', 'Name it with --against FILE.');
  return undefined;
}
