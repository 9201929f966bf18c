import { type Outputs, writeInPieces } from '../../ops/outputs.ts';
import { type SecretScan, scanSecrets } from '../../ops/secrets/scan-secrets.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { SECRET_REPORTS, secretLines, secretReport, secretSummary, secretsJson } from '../../report/secrets.ts';
import { printable } from '../../report/text.ts';
import { command, JOBS_FLAG, type Job, threadsOf, VERSION } from '../command.ts';
import { checkoutOf } from '../env.ts';
import { type Exit, exitOf } from '../exit.ts';
import { flagMany, type Values } from '../flag.ts';
import { reportUnread } from '../job-commentary.ts';
import { narrowedToTimes } from '../narrowed-to-times.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { refuseTwoOnStdout, writeReport } from '../output.ts';
import { outputsFor, REPLACE } from '../outputs.ts';
import { progressLine } from '../progress.ts';
import { reportGaps, reportLost, reportUnjudged } from '../report-gaps.ts';
import { atPaths, narrowedSelection, readingOf } from '../scope.ts';
import { reportOptionOf } from '../values/report-option.ts';
import { LISTED_IN_TIME, timeFlags } from '../values/times.ts';

const FLAGS = {
  report: flagMany(
    '--report <format[=file]>',
    `a report instead of the text, or beside it in a file: ${SECRET_REPORTS.join(', ')}; may be given several times`,
    reportOptionOf(SECRET_REPORTS),
  ),
  ...timeFlags(LISTED_IN_TIME),
  jobs: JOBS_FLAG,
  ...REPLACE,
} as const;

export const secretsCommand = command({
  operands: '[ID|PATH...]',
  about:
    'Looks for keys, tokens and passwords in what was said, called and answered, and in all else that is in the files, by the rules of ' +
    'gitleaks: behind escapes of JSON and in base64 too; a damaged record is searched as it is. Of files that conversations share it looks at what `convo pack` hands on: indexes of names, and not histories of prompts.\n\n' +
    'A secret itself is never printed, only ' +
    'where it is and by which rule: the number of the message, or a file and its line where no message has it. The exit code is 1 ' +
    'where there is one, and 3 where something could not be searched, whatever was found.' +
    ' `convo export --redact` and `convo show --redact` leave them out.',
  examples: [
    ['convo secrets', 'in everything that is here'],
    ['convo secrets 3f0c', 'before a conversation is sent to anyone'],
    ['convo secrets --project orchard --json', 'for a script'],
  ],
  flags: FLAGS,
  run: async (typedJob, words, { report: reports, force, jobs, ...times }) => {
    refuseTwoOnStdout(
      reports.map(({ file }) => file),
      typedJob.options.json,
    );
    const job = await atPaths(typedJob, words);
    const named = await narrowedSelection(job, await readingOf(job), { words, min: 1 });
    const selection = await narrowedToTimes(job, named, times);
    const { reading, survey, unreadablePaths } = selection;
    const line = progressLine(job);
    const scan = await scanSecrets(reading, withRun(survey, { progress: line.show, jobs: threadsOf(job, jobs) }));
    await line.clear();
    const { found, coverage, lost } = scan;
    const { conversations, unjudged, gaps } = coverage;
    const total =
      conversations +
      (selection.omittedByTime ?? 0) +
      lost +
      found.length +
      gaps.length +
      unjudged.length +
      unreadablePaths.length;
    if (total === 0 && !job.options.allowEmpty) throw await noConversationsFailure(job, selection);
    const notRead = scan.unread.length + unjudged.length + unreadablePaths.length;
    const exit = exitOf({ unreadableCount: notRead, gaps, hasFindings: found.length > 0 });
    await printSecrets(job, scan, { reports, exit, outputs: () => outputsFor(job, reading, { force }) });
    for (const text of secretSummary(scan)) await job.err.line(text);
    for (const reason of scan.unread) await job.err.line(`convo: not judged: ${printable(reason)}`);
    await reportLost(
      job,
      found.map(({ conversation }) => conversation),
    );
    await reportUnjudged(job, unjudged);
    await reportGaps(job, gaps, 'searched');
    await reportUnread(job, unreadablePaths);
    return exit;
  },
});

interface SecretOutputs {
  readonly reports: Values<typeof FLAGS>['report'];
  readonly exit: Exit;
  outputs(): Outputs;
}

async function printSecrets(
  { out, options, env }: Job,
  scan: SecretScan,
  { reports, exit, outputs }: SecretOutputs,
): Promise<void> {
  const context = { version: VERSION, checkout: checkoutOf(env), exit };
  for (const { format, file } of reports) {
    const pieces = secretReport(format, scan.found, context);
    if (file !== null) await writeInPieces(outputs().file(file, 'report'), pieces);
    else for (const piece of pieces) await writeReport(out, format, piece);
  }
  if (options.json) await out.line(secretsJson(scan));
  else if (reports.every(({ file }) => file !== null))
    for (const each of scan.found) await out.lines(secretLines(each, env.cwd));
}
