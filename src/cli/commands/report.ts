import { Failure } from '../../model/failure.ts';
import type { HomeReport } from '../../model/stats.ts';
import { openOutput, type WrittenFile } from '../../ops/outputs.ts';
import { homeReport } from '../../ops/report.ts';
import type { Redactor } from '../../ops/secrets/redactor.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { homeJson, homeText } from '../../report/home/sums.ts';
import { totalOf } from '../../report/stats-rows.ts';
import { bytesText, printable } from '../../report/text.ts';
import { command, JOBS_FLAG, type Job, readerPlace, rerun, threadsOf } from '../command.ts';
import { exitOf } from '../exit.ts';
import { flag, toggle } from '../flag.ts';
import { reportUnread } from '../job-commentary.ts';
import { narrowedToTimes } from '../narrowed-to-times.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { outputsFor, REPLACE } from '../outputs.ts';
import { progressLine } from '../progress.ts';
import { redactedText, redactedTwice, redactorFor } from '../redact.ts';
import { readingOf, type Selection } from '../scope.ts';
import { REDACT } from '../values/redact.ts';
import { LISTED_IN_TIME, timeFlags } from '../values/times.ts';

export const reportCommand = command({
  operands: '',
  about:
    'The stores at a glance: what is in them, findings by code with the next command, what will be deleted soon, growth by month, ' +
    'tokens by model, sizes, formats and the largest conversations. With --html as one page for a browser, which needs nothing ' +
    'else: nothing is fetched, and nothing that a store holds can run. The numbers are those of `convo stats` and `convo verify`. ' +
    'It never writes in a store, and findings leave the exit code at 0.',
  examples: [
    ['convo report', 'on the terminal'],
    ['convo report --since 30d', 'conversations in which something was said in the last thirty days'],
    ['convo report --html --output home.html', 'a page to open or send'],
    ['convo report --html --redact --redact-also home --output home.html', 'without secrets and names of home folders'],
  ],
  flags: {
    html: toggle('--html', 'as one page for a browser, to stdout or to --output'),
    output: flag('--output <file>', 'the file that the page is written to, whole or not at all'),
    ...timeFlags(LISTED_IN_TIME),
    ...REDACT,
    ...REPLACE,
    jobs: JOBS_FLAG,
  },
  run: async (job, _, { html, output, jobs, redact, redactAlso, force, ...times }) => {
    refuseMixed(job, html, output);
    const selection = await narrowedToTimes(job, await readingOf(job), times);
    const { reading, survey, unreadablePaths, omittedByTime = 0 } = selection;
    const place = output === undefined ? null : outputsFor(job, reading, { force }).file(output, 'page');
    // Opened first, so that an unwritable folder is reported at once.
    const file = place === null ? null : openOutput(place);
    try {
      const line = progressLine(job);
      const report = await homeReport(reading, withRun(survey, { progress: line.show, jobs: threadsOf(job, jobs) }));
      await line.clear();
      const isEmpty = totalOf(report.stores).conversations === 0 && report.findings.length === 0;
      if (isEmpty && unreadablePaths.length + omittedByTime === 0 && !job.options.allowEmpty)
        throw await noConversationsFailure(job, selection);
      const redactor = await redactorFor(job, redact, redactAlso);
      const commandPrefix = rerun(job.options);
      const page =
        redactor === null
          ? { report, commandPrefix }
          : await redactedReportPage({ report, commandPrefix }, redactor, selection);
      if (file !== null) await writePage(job, page, { file, name: output ?? '' });
      else await show(job, page, { html, isOfTime: Object.values(times).some((each) => each !== undefined) });
      if (redactor !== null) await job.err.line(redactedText(redactor));
      await reportUnread(job, unreadablePaths);
      return exitOf({ unreadableCount: report.summary.unjudged + unreadablePaths.length });
    } catch (error) {
      file?.abandon();
      throw error;
    }
  },
});

function refuseMixed({ options }: Job, html: boolean, output: string | undefined): void {
  if (html && options.json) throw new Failure('usage', 'only one of --html and --json can be given');
  if (!html && output !== undefined) throw new Failure('usage', '--output is for a page', 'Add --html.');
}

interface ShownReport {
  readonly report: HomeReport;
  readonly commandPrefix: string;
}

async function redactedReportPage(
  { report, commandPrefix }: ShownReport,
  redactor: Redactor,
  { reading, survey }: Selection,
): Promise<ShownReport> {
  const { learnFrom } = await import('../../ops/secrets/learn.ts');
  const { redactedReport } = await import('../../ops/secrets/redacted.ts');
  await learnFrom(reading, survey, redactor);
  return {
    report: redactedTwice(redactor, (redact) => redactedReport(report, redact)),
    commandPrefix: redactor(commandPrefix),
  };
}

async function writePage(
  job: Job,
  page: ShownReport,
  { file, name }: { readonly file: WrittenFile; readonly name: string },
) {
  const { homePage } = await import('../../report/html/home-page.ts');
  for (const piece of homePage(page.report, page.commandPrefix)) file.write(piece);
  const bytes = await file.finish();
  await job.out.line(`${printable(name)}, ${bytesText(bytes)}`);
}

async function show(
  job: Job,
  { report, commandPrefix }: ShownReport,
  { html, isOfTime }: { readonly html: boolean; readonly isOfTime: boolean },
): Promise<void> {
  const { out, paint, clock, options } = job;
  if (options.json) return out.line(homeJson(report, commandPrefix));
  if (html) {
    const { homePage } = await import('../../report/html/home-page.ts');
    for (const piece of homePage(report, commandPrefix)) await out.write(piece);
    return;
  }
  await out.lines(homeText(report, { width: out.width, paint, clock, around: readerPlace(job), commandPrefix }));
  const page = isOfTime ? 'the same with --html --output FILE' : `\`${commandPrefix} report --html --output FILE\``;
  await job.err.line(`convo: ${page} has all of it, as a page for a browser`);
}
