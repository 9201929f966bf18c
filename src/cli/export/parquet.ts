import { cmd, ID, quotedWord, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import type { RedactedToo } from '../../model/secret.ts';
import { type Exported, type ExportOptions, exportParquet, outputMeaning } from '../../ops/export/export.ts';
import { withRun, withSelection } from '../../ops/survey/survey-options.ts';
import { documentJson, missedJson } from '../../report/json-text.ts';
import { bytesText, countText, entriesText, firstLine, printable } from '../../report/text.ts';
import type { Job } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import type { Values } from '../flag.ts';
import { reportUnread } from '../job-commentary.ts';
import { narrowedToTimes } from '../narrowed-to-times.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { outputsFor } from '../outputs.ts';
import { choosePart, type PART, reportNothingChosen, shardHere } from '../part.ts';
import { progressLine } from '../progress.ts';
import { redactionText, redactorFor } from '../redact.ts';
import { reportGaps, reportUnjudged } from '../report-gaps.ts';
import { readingOf, type Selection } from '../scope.ts';
import type { TimeFlags } from '../values/times.ts';

/**
 * `folders` are as typed; several are refused. `named`: format and folder were explicit; otherwise an operand may be an id. `host` defaults
 * to this machine, `date` to today.
 */
export interface TablesOptions extends Values<typeof PART> {
  readonly folders: readonly string[];
  readonly named: { readonly format: boolean; readonly folder: boolean };
  readonly host: string | undefined;
  readonly times: TimeFlags;
  readonly date: string | undefined;
  readonly force: boolean;
  readonly redact: boolean;
  readonly redactAlso: readonly RedactedToo[];
}

export async function exportTables(job: Job, options: TablesOptions): Promise<Exit> {
  const { host = job.env.host, date = new Date(job.env.now()).toISOString().slice(0, 10) } = options;
  const folder = onlyFolder(options.folders);
  const shard = shardHere(options.shard, job.env.vars) ?? null;
  const selection = await narrowedToTimes(job, await readingOf(job), options.times);
  const { reading, survey, unreadablePaths, omittedByTime = 0 } = selection;
  if (!options.named.folder) await refuseId(job, selection, { word: folder, isFormatNamed: options.named.format });
  const part = await choosePart(job, reading, options, shard ?? undefined);
  const line = progressLine(job);
  const redactor = await redactorFor(job, options.redact, options.redactAlso);
  const outputs = outputsFor(job, reading, { force: false });
  const target = { folder, outputs, host, date, shard, clean: redactor, force: options.force };
  const surveyOptions = withRun(part === null ? survey : withSelection(survey, { filter: part }), {
    progress: line.show,
  });
  const done = await exportParquet(reading, { ...surveyOptions, ...target });
  await line.clear();
  const { conversations, findings, summary, interrupted } = done;
  const choseNone = part !== null && done.units > 0 && conversations === 0;
  if (conversations + findings + omittedByTime === 0 && !choseNone && !interrupted && !job.options.allowEmpty)
    throw await noConversationsFailure(job, selection);
  await printTables(job, done, { host, date });
  if (done.files > 0) await job.err.line(redactionText(redactor));
  const { unjudged, gaps } = done.coverage;
  await reportUnjudged(job, unjudged);
  await reportGaps(job, gaps, 'exported', redactor);
  if (choseNone) await reportNothingChosen(job, done.units);
  await reportUnread(job, unreadablePaths);
  return exitOf({ isInterrupted: interrupted, unreadableCount: summary.unjudged + unreadablePaths.length, gaps });
}

async function printTables({ out, options }: Job, done: Exported, partition: Pick<ExportOptions, 'host' | 'date'>) {
  const { folder, conversations, messages, findings, answers, files, bytes } = done;
  const counts = { conversations, messages, findings, answers, files, bytes };
  if (options.json)
    return out.line(
      documentJson('export', { output: folder, ...partition, ...counts, notWhole: missedJson(done.coverage) }),
    );
  if (done.interrupted) return out.line('interrupted: nothing was written');
  const rows = [
    countText(conversations, 'conversation'),
    `${entriesText(messages)} (hidden ones too)`,
    countText(findings, 'finding'),
    countText(answers, 'record with tokens', 'records with tokens'),
  ];
  const where = `${countText(files, 'file')} in ${printable(folder)}, ${bytesText(bytes)}`;
  return out.line(`${rows.join(', ')}: ${where}`);
}

function onlyFolder([folder, ...others]: readonly string[]): string {
  if (folder === undefined)
    throw new Failure(
      'usage',
      'there is no folder to write to',
      sentence`${cmd`export --to html --output DIR`} writes a page for each conversation, ${TABLES} Parquet tables.`,
    );
  if (others.length > 0) throw new Failure('usage', 'tables are of whole stores: no ID can be named', 'Name one DIR.');
  return folder;
}

/** Refuses a new folder named like an id, since a conversation was meant. Without an explicit format, also anything that may be a mistyped id. */
async function refuseId(
  { env }: Pick<Job, 'env'>,
  { reading, survey }: Selection,
  { word, isFormatNamed }: { readonly word: string; readonly isFormatNamed: boolean },
): Promise<void> {
  const meant = await outputMeaning(word, { reading, survey, cwd: env.cwd });
  const folder = `./${quotedWord(word)}`;
  if (meant.type === 'id') {
    const { ids, title } = meant;
    const titled =
      title === null ? 'the id of a conversation' : `the conversation "${firstLine(title, MAX_TITLE_LENGTH)}"`;
    const what = ids.length > 1 ? `the beginning of ${ids.length} ids` : titled;
    const one = cmd`export --to html ${ids.length > 1 ? ID : word} --output DIR`;
    const hint = sentence`${one} exports ${ids.length > 1 ? 'one of them' : 'it'}; for tables of everything: ${TABLES}, with ${folder} for a folder of that name.`;
    throw new Failure('usage', `${word} is ${what}`, hint);
  }
  if (meant.type === 'unknown-id' && !isFormatNamed)
    throw new Failure(
      'usage',
      `${word} could be an id, and no conversation has it`,
      sentence`For tables of everything: ${TABLES}, with ${folder} for a folder of that name.`,
    );
}

const MAX_TITLE_LENGTH = 60;

const TABLES = cmd`export --to parquet DIR`;
