import { cmd, ID, NAME, type NextCommand, sentence, withPlaceholders } from '../../model/command.ts';
import { type Conversation, isResumable } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { DIFF, LIST, RESTORE, RUNS, VERIFY, WHY } from '../../model/rules/row.ts';
import { isYoung } from '../../model/time.ts';
import { laterFolder } from '../../ops/rehome.ts';
import { fileAt, isNamedBy, isPath, listStoredIds, pathsFor, placeAt } from '../../ops/resolve-ids.ts';
import { finishRun, runsToFinish } from '../../ops/runs.ts';
import { type ShownConversation, show } from '../../ops/show.ts';
import { resumedJson } from '../../report/json-text.ts';
import {
  anywhereLines,
  deletionLines,
  type GoneFolder,
  goneLines,
  insideLines,
  isDeletedAtStart,
  isFound,
  lineNow,
  linkLines,
  resumeWord,
  withGone,
} from '../../report/resume-lines.ts';
import { printable } from '../../report/text.ts';
import { UNDO_FLAGS } from '../change/flags.ts';
import { runOverRuns } from '../change/run-over-runs.ts';
import { command, type Job, rerun } from '../command.ts';
import type { Env } from '../env.ts';
import { EXIT, type Exit } from '../exit.ts';
import { toggle } from '../flag.ts';
import { goneFolder } from '../history.ts';
import { reportUnread } from '../job-commentary.ts';
import { reportUnsent } from '../report-gaps.ts';
import { atPaths, idsMeant, readingOf, type Selection } from '../scope.ts';
import { byInnerId, unknownId } from '../unknown-id.ts';
import { worldFor } from '../world.ts';

export const resumeCommand = command({
  operands: '[RUN|ID]',
  about:
    'Without RUN, or with one: finishes the runs of convo that were cut off, by a crash, a full disk or an interruption; ' +
    'RUN is the short name or the id that `convo runs` lists. Stores that such a run had not begun with are named, with 4.\n\n' +
    'With the ID of a conversation, or the path of its file: prints the line that goes on with it in its own program, and changes ' +
    'nothing. Where that program cannot go on with it, or needs a folder that is gone, it refuses with 4 and says why. What the ' +
    'program leaves out of a damaged one is printed on stderr, and for Gemini CLI, whose own flag leads to a deletion, what to ' +
    'type in it. --exec starts that program, unless the conversation is open.',
  examples: [
    ['convo resume --dry-run', 'what was cut off'],
    ['convo resume', 'every run that was cut off'],
    ['convo resume b1ce', 'this run, as `convo runs` names it'],
    ['convo resume 3f0c --exec', 'go on with a conversation, in its folder'],
    ['eval "$(convo resume 3f0c)"', 'the same, in this shell'],
  ],
  flags: {
    ...UNDO_FLAGS,
    exec: toggle('--exec', 'start the program there, in the folder of the conversation'),
    yes: toggle('--yes', 'has no effect here: this command asks nothing'),
  },
  run: async (typedJob, [run = null], { exec, ...flags }) => {
    const job = await atPaths(typedJob, run === null ? [] : [run]);
    try {
      if (exec) return await startResume(job, run, flags.dryRun);
      return await runOverRuns(job, { verb: 'finish', choose: runsToFinish, carryOut: finishRun }, run, flags);
    } catch (error) {
      if (exec || run === null) throw error;
      return printInstead(job, run, error);
    }
  },
});

/** Prints the line for a conversation, if the error is that the word names no run. */
async function printInstead(job: Job, word: string, error: unknown): Promise<Exit> {
  if (!(error instanceof Failure) || (error.code !== 'no-match' && error.code !== 'usage')) throw error;
  const found = await resumableNamed(job, word);
  if (found === null) throw error.code === 'usage' ? error : unknownWordFailure(word);
  return printLine(job, found);
}

function unknownWordFailure(word: string): Failure {
  const hint = sentence`${RUNS} lists runs, of which it finishes one that was cut off; ${LIST} lists conversations, of which it prints how to go on with one.`;
  return new Failure('no-match', `${word} is neither a run nor a conversation`, hint);
}

function notResumed(conversation: Conversation): Failure {
  const { kind, id, state } = conversation;
  const way = (command: NextCommand, what: string) => sentence`${withPlaceholders(command, { ID: id })} ${what}`;
  if (KIND_TABLE[kind].resume === null)
    return new Failure('refused', `no command line opens ${id} in ${kind}`, KIND_TABLE[kind].resumeElsewhere);
  if (state !== 'active') return new Failure('refused', `${id} is ${state}`, way(RESTORE, 'brings it back.'));
  if (!isResumable(conversation))
    return new Failure('refused', `${kind} cannot go on with ${id}`, way(VERIFY, 'says why, and what can be done.'));
  if (conversation.isShadowed === true)
    return new Failure(
      'refused',
      `in the folder of ${id} ${kind} goes on with another session of that id, which is in the project of that folder`,
      sentence`${withPlaceholders(DIFF, { ID: id })} compares both; ${withPlaceholders(cmd`archive ${ID} --project ${NAME}`, { ID: id })} takes one out of the way.`,
    );
  if (isDeletedAtStart(conversation))
    return new Failure(
      'refused',
      `${kind} deletes ${id} at its next start`,
      way(VERIFY, 'says why, and what can be done.'),
    );
  if (!isFound(conversation))
    return new Failure('refused', `${kind} does not go on with ${id}`, way(WHY, 'says why, and what can be done.'));
  const [before] = conversation.cameFrom ?? [];
  return new Failure(
    'refused',
    `nothing was said in ${id} that ${kind} could go on with`,
    before === undefined
      ? null
      : sentence`It came from ${before}: ${withPlaceholders(cmd`resume ${ID}`, { ID: before })} goes on with that.`,
  );
}

const MAX_FINDINGS_NAMED = 3;

interface Resumable {
  readonly selection: Selection;
  readonly shown: ShownConversation;
  readonly gone: GoneFolder | null;
  readonly line: string;
}

/** The conversation that a word names; null for none. Throws Failure for one with which its program cannot go on. */
async function resumableNamed(job: Job, typed: string): Promise<Resumable | null> {
  const selection = await readingOf(job);
  const { reading, survey, unreadablePaths } = selection;
  await reportUnread(job, unreadablePaths);
  const storedIds = await listStoredIds(reading, survey);
  const looked = { reading, survey, storedIds, env: job.env };
  const word = await byInnerId(typed, looked);
  if (!isPath(word) && !storedIds.some(({ id }) => isNamedBy(id, word))) {
    const none = unknownWordFailure(word);
    const found = await unknownId([word], looked, none);
    if (found !== none) throw found;
    return null;
  }
  const [id = word] = await idsMeant([word], looked, 1);
  const path = fileAt(pathsFor(word, job.env.cwd), id, storedIds);
  const shown = await show(reading, placeAt(word, id, storedIds, job.env.cwd), survey, { path, earlier: 0 });
  const { conversation } = shown;
  const gone = goneFolder(job, reading, conversation);
  const line = lineNow(conversation, gone);
  if (line === null) throw notResumed(conversation);
  const [inTheWay, moved = ''] = goneLines(conversation, gone, Number.POSITIVE_INFINITY);
  if (inTheWay !== undefined) throw new Failure('refused', inTheWay, moved.trim());
  return { selection, shown, gone, line };
}

async function printLine(job: Job, { selection, shown, gone, line }: Resumable): Promise<Exit> {
  const { reading, survey } = selection;
  const { conversation, findings } = shown;
  if (job.options.json) await job.out.line(resumedJson(withGone(conversation, gone), { line, findings }));
  else await job.out.line(printable(line));
  await reportUnsent(job, shown, MAX_FINDINGS_NAMED);
  await job.err.lines(deletionLines(conversation, job.err.width));
  await job.err.lines(insideLines(conversation, job.err.width));
  const now =
    gone === null || KIND_TABLE[conversation.kind].byFolder ? null : await laterFolder(reading, survey, gone.folder);
  await job.err.lines(anywhereLines(conversation, gone, job.err.width, now));
  await job.err.lines(linkLines(conversation, rerun(job.options), job.err.width));
  return EXIT.done;
}

async function startResume(job: Job, word: string | null, dryRun: boolean): Promise<Exit> {
  if (word === null) throw new Failure('usage', '--exec needs the ID of a conversation');
  const found = await resumableNamed(job, word);
  if (found === null) throw unknownWordFailure(word);
  return dryRun ? printLine(job, found) : startProgram(job, found);
}

/** A safe id: it may come from a file's name, and Windows starts programs by a shell. */
const HARMLESS = /^\w[\w.-]*$/;

/** Starts the program with the conversation; 3 if it fails. Refuses an open conversation and an unsafe id. */
async function startProgram(job: Job, { shown, gone }: Resumable): Promise<Exit> {
  const { env, err } = job;
  const { conversation } = shown;
  const { kind, id, cwd } = conversation;
  const { launch } = env;
  if (launch === undefined || env.stdout.isTTY !== true)
    throw new Failure('usage', '--exec is for a terminal', printsLine(id, 'prints the line.'));
  const { resume, resumeInside } = KIND_TABLE[kind];
  if (resumeInside === null && !HARMLESS.test(resumeWord(conversation)))
    throw new Failure(
      'refused',
      `a shell may take the id ${id} for more than a word`,
      printsLine(id, 'prints the line.'),
    );
  refuseOpen(job, conversation);
  await reportUnsent(job, shown, MAX_FINDINGS_NAMED);
  await err.lines(insideLines(conversation, err.width));
  await err.flush();
  const [program = '', ...words] = [
    ...(resume ?? '').split(' '),
    ...(resumeInside === null ? [resumeWord(conversation)] : []),
  ];
  return launchProgram(launch, program, words, gone === null && cwd ? cwd : env.cwd);
}

function printsLine(id: string, what: string) {
  return sentence`${withPlaceholders(cmd`resume ${ID}`, { ID: id })} ${what}`;
}

function refuseOpen(job: Job, { id, updatedAt }: Conversation): void {
  const open = worldFor(job)
    .processes?.()
    .find(({ command }) => command.includes(id));
  const isFresh = updatedAt !== null && isYoung(updatedAt, job.clock.now);
  if (open === undefined && !isFresh) return;
  const why = open === undefined ? `${id} was written to within the last minute` : `process ${open.pid} has ${id} open`;
  throw new Failure('refused', why, printsLine(id, 'prints the line all the same.'));
}

async function launchProgram(
  launch: NonNullable<Env['launch']>,
  program: string,
  words: readonly string[],
  folder: string,
): Promise<Exit> {
  try {
    return (await launch(program, words, folder)) === 0 ? EXIT.done : EXIT.incomplete;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) throw new Failure('failed', `${program} is not installed, or is in no folder of your PATH`);
    throw new Failure('failed', `${program} could not be started: ${error instanceof Error ? error.message : error}`);
  }
}
