import type { ChangeReport } from '../../model/change-report.ts';
import { quotedWord } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_NAMES, KIND_TABLE, type KindName, programsWith } from '../../model/kinds.ts';
import { join } from '../../model/path.ts';
import { lostWithCopy } from '../../ops/change/restore-kept.ts';
import { keep, MANIFEST } from '../../ops/keep.ts';
import { noteKept } from '../../ops/kept.ts';
import { findLost } from '../../ops/lost.ts';
import { realDisk } from '../../ops/reading.ts';
import { isFileAt } from '../../ops/sites/given.ts';
import { folderMeant, isFolderWord } from '../../ops/sites/project-names.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { countText } from '../../report/text.ts';
import { printChange } from '../change/print-change.ts';
import { command, type Job, readerPlace, rerun, typedRoots } from '../command.ts';
import { EXIT, type Exit, exitOf } from '../exit.ts';
import { flag, parsedBy, toggle, wordOf } from '../flag.ts';
import { reportUnread } from '../job-commentary.ts';
import { outputsFor } from '../outputs.ts';
import { progressLine } from '../progress.ts';
import { readingOf } from '../scope.ts';
import { worldFor } from '../world.ts';

const WEEK = 7;

const SPANS = ['day', 'week'] as const;

const days = parsedBy((text) => {
  const [, number, unit] = /^(\d{1,5})([dw]?)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * (unit === 'w' ? WEEK : 1);
}, 'takes a number of days, such as 7 or 7d');

export const keepCommand = command({
  operands: '<DIR>',
  about:
    `Copies the sessions that their programs (${programsWith('deletes')}) delete soon into DIR, with what belongs to them: each file verified, with ` +
    'its time, and entered in SHA256SUMS, which `sha256sum -c` checks. What is there already is not copied again; an older copy ' +
    'that the new one does not continue is kept beside it. Nothing is changed in the store. Sessions that are gone already are ' +
    'counted. `convo` and `convo list` then say which copies are in DIR, which is noted in ~/.local/state/convostore.\n\n' +
    'Made for cron or a session hook: --every prints the line, and you install it, because what runs in your account by ' +
    'itself is yours to see and to take away, and `convo undo` reaches stores only.',
  examples: [
    ['convo keep ~/sessions', 'what would be deleted within a week'],
    ['convo keep ~/sessions --all', 'every session'],
    ['convo restore 3f0c --from ~/sessions', 'one of them back'],
    ['(crontab -l; convo keep ~/sessions --every day) | crontab -', 'have it done every day'],
  ],
  flags: {
    within: flag('--within <days>', 'what is deleted within so many days (7)', days),
    all: toggle('--all', 'every session, however young'),
    dryRun: toggle('--dry-run', 'show what would be copied; write nothing'),
    yes: toggle('--yes', 'has no effect here: this command asks nothing'),
    every: flag('--every <span>', 'copy nothing: print the line that has it done every day or week', wordOf(SPANS)),
  },
  run: async (job, [typed = ''], flags) => {
    refuseMixed(job, flags);
    const { within = WEEK, all, dryRun, every } = flags;
    const { reading, survey, unreadablePaths } = await readingOf(job);
    const folder = outputsFor(job, reading, { force: false }).folder(typed, { below: [MANIFEST] });
    if (every !== undefined)
      return printSchedule(
        job,
        every,
        [`keep ${quotedWord(folder)}`, ...(all ? ['--all'] : [`--within ${within}`])].join(' '),
      );
    const line = progressLine(job);
    const options = { ...withRun(survey, { progress: line.show }), folder, dryRun, days: all ? null : within };
    const report = await keep(worldFor(job), reading, options);
    await line.clear();
    if (!dryRun && report.failed === 0 && report.items.length > 0) noteKept(job.env.vars, folder);
    await printChange(job, report, { output: folder });
    await warnOfDeletion(job, report);
    if (report.items.length === 0 && !all)
      await job.err.line(
        `convo: ${deletersText(reading.sites)} no session here within ${countText(within, 'day')}; --all copies every one`,
      );
    const { lost } = await findLost(worldFor(job), reading, survey);
    await reportLost(job, lost.length, (await lostWithCopy(reading, lost, folder)).length);
    await reportUnread(job, unreadablePaths);
    return exitOf({ change: report, unreadableCount: unreadablePaths.length });
  },
});

function refuseMixed(
  { options: { json } }: Job,
  { all, within, every }: Record<'within' | 'every', unknown> & { readonly all: boolean },
): void {
  if (all && within !== undefined) throw new Failure('usage', 'only one of --all and --within can be given');
  if (json && every !== undefined) throw new Failure('usage', '--every prints a line for cron, not JSON');
}

/** Warns that the program will still delete the originals. */
async function warnOfDeletion(job: Job, { items, dryRun }: ChangeReport): Promise<void> {
  if (dryRun) return;
  for (const kind of KIND_NAMES.filter((name) =>
    items.some((item) => item.kind === name && item.state === 'changed'),
  )) {
    const { deletes, nouns } = KIND_TABLE[kind];
    if (deletes === null || nouns === null) continue;
    const { program, conversation } = nouns;
    await job.err.line(
      `convo: ${program} still deletes the kept ${conversation}s from its store, unless you ${deletes.unless} in its settings`,
    );
  }
}

function deletersText(sites: readonly { readonly kind: KindName }[]): string {
  const all = KIND_NAMES.filter((kind) => sites.some((site) => site.kind === kind))
    .map((kind) => KIND_TABLE[kind])
    .flatMap(({ deletes, nouns }) => (deletes === null || nouns === null ? [] : [nouns.program]));
  if (all.length === 0) return 'no program deletes';
  return `${all.join(' and ')} ${all.length === 1 ? 'deletes' : 'delete'}`;
}

/** Prints only the line, so that it can be piped; how to install it goes to stderr. */
async function printSchedule(job: Job, every: (typeof SPANS)[number], words: string): Promise<Exit> {
  const { env } = job;
  const whole = `${rerun(withWholePaths(job))} ${words}`;
  if (env.platform === 'win32') {
    const span = every === 'day' ? 'DAILY' : 'WEEKLY';
    await job.err.line('convo: nothing was copied; `schtasks /Delete /TN "convo keep"` takes the task away again');
    await job.out.line(`schtasks /Create /TN "convo keep" /SC ${span} /ST 09:17 /TR "${whole.replaceAll('"', '\\"')}"`);
    return EXIT.done;
  }
  // Cron's PATH has few folders, and in its lines % ends the command.
  const path = env.vars['PATH'] === undefined ? '' : `PATH=${quotedWord(env.vars['PATH'])} `;
  await job.out.line(`17 9 * * ${every === 'day' ? '*' : '1'} ${path}${whole}`.replaceAll('%', '\\%'));
  await job.err.line(`convo: nothing was copied; \`(crontab -l; ${whole} --every ${every}) | crontab -\` has it done`);
  await job.err.line('convo: `crontab -e`, and this line deleted there, takes it away again');
  if (!hasConvo(env.vars['PATH'] ?? ''))
    await job.err.line(
      'convo: no folder of PATH has a `convo`, so cron would fail every day unseen: write the whole path of yours into that line',
    );
  return EXIT.done;
}

/** Makes paths absolute, because cron runs the line in the home folder. */
function withWholePaths(job: Job): Job['options'] {
  const { roots, project } = job.options;
  const place = readerPlace(job);
  return {
    ...job.options,
    roots: { ...roots, paths: typedRoots(roots).map((path) => pathFromArgument(place.cwd, path)) },
    project: project.flatMap((word) => {
      const folder = folderMeant(word, realDisk(), place);
      if (folder === null) return [word];
      return isFolderWord(word) ? [folder] : [word, folder];
    }),
  };
}

function hasConvo(path: string): boolean {
  const { disk } = realDisk();
  return path.split(':').some((folder) => folder !== '' && isFileAt(disk, join(folder, 'convo')));
}

async function reportLost(job: Job, lost: number, copied: number): Promise<void> {
  if (lost === 0) return;
  const back =
    copied === 0
      ? ''
      : `; ${copied} of them ${copied === 1 ? 'is' : 'are'} in that folder (\`convo restore ID --from DIR\`)`;
  const gone = countText(lost, 'session is', 'sessions are');
  await job.err.line(`convo: ${gone} gone already, \`${rerun(job.options)} list --lost\` names them${back}`);
}
