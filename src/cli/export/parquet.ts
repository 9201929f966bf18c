import { Failure } from '../../model/failure.ts';
import { exportParquet } from '../../ops/export/export.ts';
import { documentJson } from '../../report/json-text.ts';
import { bytesText, countText } from '../../report/numbers.ts';
import { printable } from '../../report/printable.ts';
import { EXIT, type Exit, worst } from '../exit.ts';
import type { Values } from '../flag.ts';
import type { Job } from '../job.ts';
import { outputsFor } from '../outputs.ts';
import { choosePart, type PART, tellNothingChosen } from '../part.ts';
import { progressLine } from '../progress.ts';
import { nothingInScope, readingOf, tellUnread } from '../scope.ts';
import { shardHere } from '../values/shard.ts';

/** Options of an export of tables. */
export interface TablesAsk {
  /** As they were typed: one, or it is an error. */
  readonly folders: readonly string[];
  readonly part: Values<typeof PART>;
}

/** Writes three tables below a folder. */
export async function exportTables(job: Job, { folders, part }: TablesAsk): Promise<Exit> {
  const folder = onlyFolder(folders);
  const shard = shardHere(part.shard, job.env.vars);
  const scope = await readingOf(job);
  const { reading, survey, unread } = scope;
  const chosen = await choosePart(job, reading, part, shard);
  const line = progressLine(job);
  const outputs = outputsFor(job, reading, { force: false });
  const target = { folder, outputs, shard: shard ?? null };
  const done = await exportParquet(reading, { ...survey, ...chosen, ...target, progress: line.show });
  await line.clear();
  const { conversations, messages, findings, files, bytes, summary, interrupted } = done;
  const choseNone = chosen.filter !== undefined && done.units > 0 && conversations === 0;
  if (conversations + findings === 0 && !choseNone && !interrupted && !job.options.allowEmpty)
    throw await nothingInScope(job, scope);
  const counts = { conversations, messages, findings, files, bytes };
  if (job.options.json) await job.out.line(documentJson('export', { output: done.folder, ...counts }));
  else {
    const rows = [
      countText(conversations, 'conversation'),
      countText(messages, 'message'),
      countText(findings, 'finding'),
    ];
    const where = `${countText(files, 'file')} in ${printable(done.folder)}, ${bytesText(bytes)}`;
    await job.out.line(interrupted ? 'interrupted: nothing was written' : `${rows.join(', ')}: ${where}`);
  }
  if (choseNone) await tellNothingChosen(job, done.units);
  await tellUnread(job, unread);
  const unjudged = summary.unjudged + unread.length > 0 ? EXIT.unjudged : EXIT.done;
  return worst([interrupted ? EXIT.interrupted : EXIT.done, unjudged]);
}

function onlyFolder([folder, ...others]: readonly string[]): string {
  if (folder === undefined) throw new Failure('usage', 'the tables need a folder to be written to', 'Name it: DIR');
  if (others.length > 0) throw new Failure('usage', 'tables are of whole stores: no ID can be named', 'Name one DIR.');
  return folder;
}
