import { findLost } from '../../ops/lost.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { missedJson } from '../../report/json-text.ts';
import { lostListJson, lostListText } from '../../report/lost.ts';
import { type Job, rerun } from '../command.ts';
import { withKept } from '../end-search.ts';
import { type Exit, exitOf } from '../exit.ts';
import { reportUnread } from '../job-commentary.ts';
import { progressLine } from '../progress.ts';
import { reportGaps } from '../report-gaps.ts';
import { readingOf } from '../scope.ts';
import { worldFor } from '../world.ts';
import { type ListFlags, refuseOthers } from './choice.ts';

const ALLOWED_FLAGS: readonly (keyof ListFlags)[] = ['lost', 'limit'];

/** Lists lost conversations, newest first. */
export async function listLost(job: Job, flags: ListFlags): Promise<Exit> {
  refuseOthers(flags, '--lost', ALLOWED_FLAGS);
  const { reading, survey, unreadablePaths } = await readingOf(job);
  const line = progressLine(job);
  const found = await findLost(worldFor(job), reading, withRun(survey, { progress: line.show }));
  await line.clear();
  const { out, paint, options } = job;
  const screen = { paint, width: out.width, commandPrefix: rerun(options) };
  const all = await withKept(job, { reading, survey }, found.lost);
  const rows = all.slice(0, flags.limit);
  if (options.json) await out.line(lostListJson(rows, missedJson(found.coverage), screen.commandPrefix));
  else await out.lines(lostListText(rows, all.length, screen));
  const { gaps } = found.coverage;
  const unread = [...unreadablePaths, ...found.unreadablePaths];
  await reportUnread(job, unread);
  await reportGaps(job, gaps, 'searched');
  return exitOf({ unreadableCount: unread.length, gaps });
}
