import { countText } from '../report/numbers.ts';
import type { Job } from './job.ts';

/** Says of a search without matches how many archived conversations match; nothing for none. */
export async function tellArchived(job: Job, count: number): Promise<void> {
  if (count > 0)
    await job.err.line(
      `convo: ${countText(count, 'archived conversation matches', 'archived conversations match')}: --all`,
    );
}
