import type { ChangeReport } from '../../model/change-report.ts';
import { type Outputs, type UserFile, userFile } from '../../ops/outputs.ts';
import type { ChangeReportFormat } from '../../report/change/reports.ts';
import { worded } from '../../report/worded.ts';
import type { Job } from '../command.ts';
import { checkoutOf } from '../env.ts';
import type { Exit } from '../exit.ts';
import { flagMany } from '../flag.ts';
import { rerun } from '../options.ts';
import { refuseTwoOnStdout, writeReport } from '../output.ts';
import { readBy } from '../values/read-by.ts';
import { writtenTo } from './outcome.ts';

/** `file` null: stdout. */
export interface ChangeReportOptions {
  readonly format: ChangeReportFormat;
  readonly file: string | null;
}

/** Repeated here, so that report code is loaded on demand. */
const FORMATS = ['json', 'ndjson', 'junit', 'github', 'markdown'] as const satisfies readonly ChangeReportFormat[];
const NAMES = FORMATS.join(', ');

const reportFlag = readBy(reportIn, `takes FORMAT or FORMAT=FILE, of ${NAMES}`);

function reportIn(text: string): ChangeReportOptions | null {
  const [, format = '', file = null] = /^([a-z]+)(?:=([^\0]+))?$/.exec(text) ?? [];
  return isFormat(format) ? { format, file: file === '-' ? null : file } : null;
}

function isFormat(text: string): text is ChangeReportFormat {
  return FORMATS.some((format) => format === text);
}

export const REPORT = flagMany(
  '--report <format[=file]>',
  `a report beside or instead of the text: ${NAMES}; to stdout, or to a file; may be given several times`,
  reportFlag,
);

export interface ChangeReports {
  /** A report replaces the text. */
  readonly onStdout: boolean;
  /** On failure the files stay unchanged. */
  orAbandon<T>(work: () => Promise<T>): Promise<T>;
  /** `output`: output folder, if not a store. */
  tell(report: ChangeReport, exit: Exit, output: string | null): Promise<void>;
}

/** Opened before any change. Throws Failure `usage` for two on stdout. */
export function changeReports(job: Job, outputs: Outputs, asks: readonly ChangeReportOptions[]): ChangeReports {
  const { env, out } = job;
  const onStdout = asks.filter(({ file }) => file === null);
  refuseTwoOnStdout(
    asks.map(({ file }) => file),
    job.options.json,
  );
  const opened: { readonly format: ChangeReportFormat; readonly file: UserFile }[] = [];
  const abandon = (): void => {
    for (const { file } of opened) file.abandon();
  };
  try {
    for (const { format, file } of asks)
      if (file !== null) opened.push({ format, file: userFile(outputs.file(file, 'report')) });
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
    tell: async (given, exit, output) => {
      if (asks.length === 0) return;
      const { CHANGE_REPORTS } = await import('../../report/change/reports.ts');
      const report = worded(given, rerun(job.options));
      const context = { base: checkoutOf(env), exit, back: rerun(writtenTo(job.options, output)) };
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
