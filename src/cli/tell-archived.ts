import { countText } from '../report/numbers.ts';
import type { Job } from './job.ts';

/** Says of a search without matches how many archived conversations match. */
export async function tellArchived(job: Job, search: () => Promise<readonly unknown[]>): Promise<void> {
  const { length } = await search();
  if (length > 0)
    await job.err.line(
      `convo: ${countText(length, 'archived conversation matches', 'archived conversations match')}: --all`,
    );
}
