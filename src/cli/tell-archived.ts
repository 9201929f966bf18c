import { countText } from '../report/numbers.ts';
import type { Job } from './job.ts';

/** After a search without matches: the number of archived conversations that match. */
export async function tellArchived(job: Job, count: number): Promise<void> {
  if (count > 0)
    await job.err.line(
      `convo: ${countText(count, 'archived conversation matches', 'archived conversations match')}: --all`,
    );
}
