import type { PlacedGap } from '../model/unsearched.ts';
import { gapLines } from '../report/gaps.ts';
import type { Job } from './job.ts';
import { rerun } from './rerun.ts';

/** `done`: a participle such as `searched`. `clean` redacts. */
export async function tellGaps(
  { err, options }: Job,
  gaps: readonly PlacedGap[],
  done: string,
  clean: ((text: string) => string) | null = null,
): Promise<void> {
  await err.lines(gapLines(gaps, done, rerun(options)).map(clean ?? String));
}
