import { cmd, sentence } from '../../model/command.ts';
import { activeTime, type Conversation } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import { countMessages, type ListResult, list } from '../../ops/list.ts';
import { realDisk } from '../../ops/reading.ts';
import { existsAt, goneFolderOf } from '../../ops/sites/given.ts';
import { withRun } from '../../ops/survey/survey-options.ts';
import { pathFromArgument } from '../../ops/user-files.ts';
import { type Group, groupFolder } from '../../report/list/headings.ts';
import { DROPPED, type LeftOut, type ListedTime, PIPED_NAMES } from '../../report/list/rows.ts';
import { MIN_ONE_LINE_WIDTH, wrap } from '../../report/text.ts';
import { command, type Job, rerun, threadsOf } from '../command.ts';
import { type Exit, exitOf } from '../exit.ts';
import { printTraces, reportUnread } from '../job-commentary.ts';
import {
  groupOrder,
  isByTime,
  isConcealed,
  LIST_FLAGS,
  type ListFlags,
  noBranchText,
  notingBranches,
  sortField,
  states,
  viewFilter,
} from '../list/choice.ts';
import { besideRows, type Clean, lister, type ReadWhole, type TableOptions } from '../list/lister.ts';
import { type ComparedCopies, ListedCopies, needlessCopyLines } from '../needless-copies.ts';
import { noConversationsFailure } from '../no-conversations.ts';
import { progressLine } from '../progress.ts';
import { readingOf, type Selection, withPathsAsRoots } from '../scope.ts';
import { quietTest } from '../values/times.ts';

const DEFAULT_LIMIT = 30;

export const listCommand = command({
  operands: '[PATH...]',
  about:
    'Active conversations, grouped by kind, root and project, in the order of the program that owns them, which a line names where the times shown have another. What that program ' +
    'does not list, by choice or because of damage, is listed with --all, with --hidden (the reason beside it) and with --json.\n\n' +
    'A list with --sort is one group, and shows the time that it is sorted by. A terminal shows the newest 30 of each store, projects by ' +
    'their folders, that of this folder first, then the newest; what is the same in all rows is left out. Where it is ' +
    `narrow, the ${DROPPED.join(' goes first, then the ')}, then seconds, and below ${MIN_ONE_LINE_WIDTH} columns each conversation takes two lines.\n\n` +
    'A list marks what its program cannot go on with; damage within a conversation is what verify finds, and the overview marks where something is lost to its program.\n\n' +
    'Through a pipe each conversation is a line without a heading: ' +
    `${PIPED_NAMES.slice(0, -1).join(', ')} and ${PIPED_NAMES.at(-1)}, separated by tabs; all else goes to stderr.`,
  examples: [
    ['convo list --project orchard', 'one project'],
    ['convo list ~/backup/.claude', 'a store elsewhere: a PATH is what --root takes'],
    ['convo list --since 2026-01-31 --title pump', 'by time and title'],
    ['convo list --json --quick', 'for a script that asks often: of large files only the ends are read'],
    ['convo list --lost', 'sessions that are gone, and what can be had back'],
    ['convo list --agents --since 2d', 'what the subagents of the last two days were asked'],
    ['convo list --all --sort updated --limit 10', 'the ten that changed last'],
  ],
  flags: LIST_FLAGS,
  run: async (typedJob, paths, flags) => {
    const job = withPathsAsRoots(typedJob, paths);
    if (flags.lost || flags.agents) return otherList(job, flags);
    refuseWords(job, paths);
    const selection = await readingOf(job);
    const { reading, survey, unreadablePaths } = selection;
    const line = progressLine(job);
    const table = tableOptions(job, flags);
    const redaction = await redactionFor(job, flags);
    const read: ReadWhole | null = flags.quick ? null : (few) => countMessages(reading, survey, few);
    const printer = lister(job, table, { read, clean: redaction.clean });
    const alike = new ListedCopies(!flags.quick && flags.limit === undefined);
    const arrangement = groupOrder(flags);
    const print = async (group: Group) => {
      const { conversations } = group;
      await line.clear();
      if (conversations.length === 0) return;
      const isGone = goneFolderOf(reading.disk, { cwd: job.options.json ? null : groupFolder(group) }) !== null;
      await printer.print(withListedTime({ ...group, isGone }, table));
    };
    const branches = new Set<string>();
    const listed = await list(reading, {
      ...withRun(survey, { progress: line.show, jobs: threadsOf(job, flags.jobs) }),
      wanted: notingBranches(viewFilter(flags, survey.run.now), branches),
      wantedTogether: quietTest(flags, survey.run.now),
      concealed: isConcealed,
      withConcealed: job.options.json || isEvery(flags),
      count: isCounting(job, flags),
      judgesSmall: job.options.json,
      states: states(flags),
      sharing: !job.options.json && flags.sort === undefined,
      report: async (group, sharing) => {
        alike.add(group);
        for (const each of arrangement.add({ conversations: group, sharing })) await print(each);
      },
    });
    await line.clear();
    const unseen = listed.unjudged.length + unreadablePaths.length;
    if (listed.found === 0 && unseen === 0 && !job.options.allowEmpty)
      throw await noConversationsFailure(job, selection);
    for (const group of arrangement.end()) await print(group);
    await printer.end(listed, { ...omittedOf(listed, job, flags), over: arrangement.over() });
    await reportNoBranch(job, flags, branches);
    if (flags.hidden && alike.isAny && !job.options.json) await printWhy(job);
    if (!job.options.json) await reportNeedless(job, selection, alike);
    await redaction.report();
    await printTraces(job, listed.unjudged);
    await reportUnread(job, unreadablePaths);
    return exitOf({ unreadableCount: unseen });
  },
});

async function reportNoBranch({ err }: Job, flags: ListFlags, branches: ReadonlySet<string>): Promise<void> {
  const text = noBranchText(flags, branches);
  if (text !== null) await err.line(`convo: ${text}`);
}

function isEvery({ hidden, all }: ListFlags): boolean {
  return hidden || all;
}

/** Counts of conversations that the list omits; JSON lists hidden ones, and counts those that a terminal omits. */
function omittedOf({ inOtherStates, concealed }: ListResult, { options }: Job, flags: ListFlags): LeftOut {
  return { archived: flags.archived ? 0 : inOtherStates, hidden: options.json || !isEvery(flags) ? concealed : 0 };
}

/** Refuses an id, a kind or a word of a title typed in place of a path. */
function refuseWords({ env }: Job, paths: readonly string[]): void {
  const { disk } = realDisk();
  const words = paths.filter((path) => NO_PATH.test(path) && !existsAt(disk, pathFromArgument(env.cwd, path)));
  const [word] = words;
  if (word === undefined) return;
  const id = words.find((each) => LIKE_ID.test(each));
  if (id === undefined) {
    const way = KIND_NAMES.some((kind) => kind === word) ? cmd`list --kind ${word}` : cmd`list --title ${word}`;
    const hint = sentence`A PATH is a store or a folder. Did you mean ${way}?`;
    throw new Failure('usage', `${pathFromArgument(env.cwd, word)} does not exist`, hint);
  }
  const way = sentence`A PATH is a store or a folder; ${cmd`show ${id}`} shows a conversation.`;
  throw new Failure('usage', `${id} looks like the id of a conversation, and list takes paths`, way);
}

/** A word of letters, digits and blanks; a pattern, a hidden folder and a path with a slash are paths. */
const NO_PATH = /^[\p{L}\p{N}_ -]+$/u;
const LIKE_ID = /^[0-9a-f-]{4,}$/i;

async function otherList(job: Job, flags: ListFlags): Promise<Exit> {
  const redacting = flags.redact ? '--redact' : flags.redactAlso.length > 0 ? '--redact-also' : null;
  if (redacting !== null) throw new Failure('usage', `${redacting} is not for --${flags.lost ? 'lost' : 'agents'}`);
  if (flags.lost) return (await import('../list/lost.ts')).listLost(job, flags);
  return (await import('../list/agents.ts')).listAgents(job, flags);
}

async function printWhy(job: Job): Promise<void> {
  const way = `\`${rerun(job.options)} why ID\` says why, and what brings one back`;
  await besideRows(job).lines(wrap(way, 0, { width: job.out.width, hang: 2 }));
}

async function reportNeedless(job: Job, selection: Selection, options: ComparedCopies): Promise<void> {
  for (const line of await needlessCopyLines(job, selection, options))
    await besideRows(job).lines(wrap(line, 0, { width: job.out.width, hang: 2 }));
}

/** True if large files are read whole for message counts. Throws Failure `usage` for contradicting flags. */
function isCounting(
  { options }: Job,
  { count, quick, sort }: { readonly count: boolean; readonly quick: boolean; readonly sort?: string | undefined },
): boolean {
  const needs = count ? '--count' : sort === 'messages' ? '--sort messages' : null;
  if (quick && needs !== null) throw new Failure('usage', `--quick counts no messages, and ${needs} needs them`);
  return !quick && (needs !== null || options.json);
}

function tableOptions({ options }: Job, flags: ListFlags): TableOptions {
  const { sort, reverse, limit } = flags;
  return {
    by: sort === undefined ? 'newest' : 'first',
    max: limit === undefined ? DEFAULT_LIMIT : Number.POSITIVE_INFINITY,
    isOrdered: sort !== undefined || reverse,
    timeName: options.json ? 'time' : timeNameOf(flags),
    isBySize: sort === 'bytes',
  };
}

function timeNameOf(flags: ListFlags): ListedTime['timeName'] {
  const field = sortField(flags);
  if (field === 'updated' || field === 'created' || field === 'timestamp') return field;
  return isByTime(flags) ? 'active' : 'time';
}

/** Replaces all times by the one that a flag asks for; null if unknown. */
function withListedTime(group: Group, { timeName }: Pick<ListedTime, 'timeName'>): Group {
  if (timeName === 'time') return group;
  const listed = group.conversations.map((each) => {
    const time = timeName === 'active' ? activeTime(each) : fieldTime(each, timeName);
    return { ...each, timestamp: time, createdAt: time, updatedAt: time, activeAt: time };
  });
  return { ...group, conversations: listed };
}

function fieldTime({ createdAt, updatedAt, timestamp }: Conversation, name: 'updated' | 'created' | 'timestamp') {
  return { created: createdAt, updated: updatedAt, timestamp }[name];
}

async function redactionFor(
  job: Job,
  { redact, redactAlso }: ListFlags,
): Promise<{ readonly clean: Clean; report(): Promise<void> }> {
  if (!redact && redactAlso.length === 0) return { clean: (each) => each, report: async () => {} };
  const { redactedText, redactorFor } = await import('../redact.ts');
  const { redactedConversation } = await import('../../ops/secrets/redacted.ts');
  const redactor = await redactorFor(job, redact, redactAlso);
  return {
    clean: (each) => (redactor === null ? each : redactedConversation(each, redactor)),
    report: async () => {
      if (redactor !== null) await job.err.line(`convo: ${redactedText(redactor)}`);
    },
  };
}
