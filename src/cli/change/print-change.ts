import type { ChangeReport } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import { runNamesIn } from '../../ops/change/run-ids.ts';
import type { ResultListener } from '../../ops/change/run-report.ts';
import { type Outputs, openOutput, type WrittenFile } from '../../ops/outputs.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { type ChangeTextOptions, changeText } from '../../report/change/change.ts';
import { byCodeText } from '../../report/change/planned.ts';
import type { ChangeReportFormat } from '../../report/change/reports.ts';
import { fitted } from '../../report/text.ts';
import { changeJson, type WordedReport, worded } from '../../report/worded.ts';
import { type Job, rerun } from '../command.ts';
import { checkoutOf } from '../env.ts';
import type { Exit } from '../exit.ts';
import { flagMany } from '../flag.ts';
import { ReaderGone, refuseTwoOnStdout, writeReport } from '../output.ts';
import { paged } from '../pager.ts';
import type { ProgressLine } from '../progress.ts';
import { type ReportOption, reportOptionOf } from '../values/report-option.ts';
import { rootsOf, worldFor } from '../world.ts';

interface PrintOptions {
  readonly output?: string | null;
  readonly isShown?: boolean;
  readonly canRedo?: boolean;
  readonly only?: readonly string[] | null;
  readonly redactor?: Redactor | null;
}

export async function printChange(
  job: Job,
  original: ChangeReport,
  { output = null, redactor = null, ...about }: PrintOptions = {},
): Promise<void> {
  const { options, out } = job;
  const report = (await changeWords(options, redactor))(original);
  const there = writtenTo(options, output);
  const commandPrefix = (redactor ?? String)(rerun(there));
  try {
    if (options.json) for (const piece of changeJson(report)) await out.write(piece);
    else
      await printText(job, report, { commandPrefix, ...about, ...(await nameOf({ ...job, options: there }, report)) });
    await out.flush();
  } catch (error) {
    // The exit code is right even if nobody reads the text.
    if (!(error instanceof ReaderGone)) throw namingRun(error, report, commandPrefix);
  }
}

/** Words a report, redacted if a redactor is given. */
export async function changeWords(
  options: Job['options'],
  redactor: Redactor | null,
): Promise<(report: ChangeReport) => WordedReport> {
  if (redactor === null) return (report) => worded(report, rerun(options));
  const { redactedChange } = await import('../../ops/secrets/redacted-change.ts');
  return (report) => worded(redactedChange(report, redactor), redactor(rerun(options)));
}

async function printText(
  job: Job,
  report: WordedReport,
  about: Pick<ChangeTextOptions, 'commandPrefix' | 'name' | 'isShown' | 'canRedo' | 'only'>,
) {
  const { out, paint, options, env } = job;
  const roots = options.roots.paths.map((root) => pathFromArgument(env.cwd, root));
  const lines = function* () {
    for (const line of report.dryRun ? byCodeText(report) : []) yield* fitted(line, out.width);
    yield* changeText(report, { ...about, roots, paint, width: out.width });
  };
  if (report.dryRun) await paged(job, lines);
  else for (const line of lines()) await out.line(line);
}

function writtenTo(options: Job['options'], output: string | null): Job['options'] {
  return output === null ? options : { ...options, roots: { from: 'words', paths: [output] }, project: [] };
}

function namingRun(error: unknown, { run }: ChangeReport, commandPrefix: string): unknown {
  if (run === null || !(error instanceof Failure)) return error;
  return new Failure(error.code, error.message, `What was changed is run ${run}: \`${commandPrefix} runs\` lists it.`);
}

async function nameOf(job: Job, { run, dryRun }: ChangeReport): Promise<{ readonly name?: string }> {
  if (run === null || dryRun) return {};
  const { roots } = await rootsOf(job);
  return { name: runNamesIn(worldFor(job).disk, roots)(run) };
}

export async function withProgress<T>(
  line: ProgressLine,
  of: number,
  listen: ResultListener,
  carryOut: (listen: ResultListener) => Promise<T>,
): Promise<T> {
  let done = 0;
  try {
    return await carryOut((result, root) => {
      listen(result, root);
      line.made(++done, of);
    });
  } finally {
    await line.clear();
  }
}

/** Repeated here, so that report code can be loaded on demand. */
const FORMATS = Object.keys({ json: true, ndjson: true, junit: true, github: true, markdown: true } satisfies Record<
  ChangeReportFormat,
  true
>) as ChangeReportFormat[];

export const REPORT = flagMany(
  '--report <format[=file]>',
  `a report beside or instead of the text: ${FORMATS.join(', ')}; to stdout, or to a file; may be given several times`,
  reportOptionOf(FORMATS),
);

export interface ChangeReports {
  readonly onStdout: boolean;
  /** Runs `work`; on failure the files stay unchanged. */
  orAbandon<T>(work: () => Promise<T>): Promise<T>;
  write(report: ChangeReport, exit: Exit, about: Pick<PrintOptions, 'output' | 'redactor'>): Promise<void>;
}

/** Opens the reports before any change. Throws Failure `usage` for two on stdout. */
export function changeReports(
  job: Job,
  outputs: Outputs,
  asks: readonly ReportOption<ChangeReportFormat>[],
): ChangeReports {
  const { env, out } = job;
  const onStdout = asks.filter(({ file }) => file === null);
  refuseTwoOnStdout(
    asks.map(({ file }) => file),
    job.options.json,
  );
  const opened: { readonly format: ChangeReportFormat; readonly file: WrittenFile }[] = [];
  const abandon = (): void => {
    for (const { file } of opened) file.abandon();
  };
  try {
    for (const { format, file } of asks)
      if (file !== null) opened.push({ format, file: openOutput(outputs.file(file, 'report')) });
  } catch (error) {
    abandon();
    throw error;
  }
  const orAbandon = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      abandon();
      throw error;
    }
  };
  return {
    onStdout: onStdout.length > 0,
    orAbandon,
    write: async (original, exit, { output = null, redactor = null }) => {
      if (asks.length === 0) return;
      const { CHANGE_REPORTS } = await import('../../report/change/reports.ts');
      const clean = redactor ?? String;
      const report = (await changeWords(job.options, redactor))(original);
      const commandPrefix = clean(rerun(writtenTo(job.options, output)));
      const context = { base: clean(checkoutOf(env)), exit, commandPrefix };
      await orAbandon(async () => {
        for (const { format, file } of opened) {
          for (const text of CHANGE_REPORTS[format](report, context)) file.write(text);
          await file.finish();
        }
      });
      for (const { format } of onStdout)
        for (const text of CHANGE_REPORTS[format](report, context)) await writeReport(out, format, text);
    },
  };
}
