import { exportParquet } from '../../ops/export/export.ts';
import { documentJson } from '../../report/json-text.ts';
import { bytesText, countText } from '../../report/numbers.ts';
import { printable } from '../../report/printable.ts';
import { command } from '../command.ts';
import { EXIT, worst } from '../exit.ts';
import { flag } from '../flag.ts';
import { outputsFor } from '../outputs.ts';
import { choosePart, PART, tellNothingChosen } from '../part.ts';
import { progressLine } from '../progress.ts';
import { nothingInScope, readingOf, tellUnread } from '../scope.ts';
import { wordOf } from '../values/word-of.ts';

export const exportCommand = command({
  operands: 'DIR',
  about:
    'Writes three tables below DIR, for DuckDB, Polars or Spark: conversations, messages (hidden ones too) and findings, in a folder ' +
    'for each kind and project. Memory stays flat. Several machines may write parts into one folder with --shard. It never writes in a store.',
  examples: [
    ['convo export --to parquet tables', 'everything that is here'],
    ['convo --project orchard export tables', 'one project'],
    ['convo export --to parquet tables --shard 1/4', 'one of four parts'],
  ],
  flags: { to: flag('--to <format>', 'parquet, the default', wordOf(['parquet'])), ...PART },
  run: async (job, [folder = ''], { to: _, ...asked }) => {
    const scope = await readingOf(job);
    const { reading, survey, unread } = scope;
    const part = await choosePart(job, reading, asked);
    const line = progressLine(job);
    const outputs = outputsFor(job, reading, { force: false });
    const target = { folder, outputs, shard: asked.shard ?? null };
    const done = await exportParquet(reading, { ...survey, ...part, ...target, progress: line.show });
    await line.clear();
    const { conversations, messages, findings, files, bytes, summary, interrupted } = done;
    const choseNone = part.filter !== undefined && done.units > 0 && conversations === 0;
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
  },
});
