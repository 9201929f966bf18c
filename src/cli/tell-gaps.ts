import type { PlacedGap } from '../model/unsearched.ts';
import { gapLines } from '../report/gaps.ts';
import type { Job } from './job.ts';
import { rerun } from './rerun.ts';

/** Says on stderr which conversations a command did not read whole; `done` is what it does with them: `searched`. `clean` leaves secrets out. */
export async function tellGaps(
  { err, options }: Job,
  gaps: readonly PlacedGap[],
  done: string,
  clean: ((text: string) => string) | null = null,
): Promise<void> {
  await err.lines(gapLines(gaps, done, rerun(options)).map(clean ?? String));
}

/** Is more missing than a damaged record, in a file that nobody is writing. */
export function isIncomplete(gaps: readonly PlacedGap[]): boolean {
  return gaps.some(({ extent, isYoung }) => extent !== 'record' && !isYoung);
}
