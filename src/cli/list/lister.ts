import { cmd, commandText } from '../../model/command.ts';
import { type Conversation, isResumable, isUncounted } from '../../model/conversation.ts';
import type { ListResult } from '../../ops/list.ts';
import { realDisk } from '../../ops/reading.ts';
import { cwdMarker } from '../../ops/sites/given.ts';
import { conversationJson, findingJson, jsonStream } from '../../report/json-text.ts';
import { type Group, newestOfEachStore, withTilde } from '../../report/list/headings.ts';
import { orderText, programsOutOfOrder } from '../../report/list/order.ts';
import { type LeftOut, type ListedTime, listText, listTotal, signOf, uncountedText } from '../../report/list/rows.ts';
import { wrap } from '../../report/text.ts';
import { type Job, readerPlace, rerun } from '../command.ts';
import { reportUnjudged } from '../report-gaps.ts';
import { groupedCount } from './choice.ts';

interface Overflow {
  readonly over: number;
}

interface Lister {
  print(group: Group): Promise<void>;
  end(listed: ListResult, omitted: LeftOut & Overflow): Promise<void>;
}

export interface TableOptions extends ListedTime {
  readonly by: 'newest' | 'first';
  readonly max: number;
  readonly isOrdered: boolean;
}

/** Redacts a conversation. Called last, since files are read again by their paths. */
export type Clean = (each: Conversation) => Conversation;

function cleanedGroup(group: Group, clean: Clean): Group {
  return { ...group, conversations: group.conversations.map(clean) };
}

interface ListerOptions {
  readonly read: ReadWhole | null;
  readonly clean: Clean;
}

export function lister(job: Job, table: TableOptions, rows: ListerOptions): Lister {
  if (job.options.json) return jsonLister(job, rows);
  return job.env.stdout.isTTY === true ? tableLister(job, table, rows) : plainLister(job, table, rows);
}

function jsonLister({ out }: Job, { clean }: ListerOptions): Lister {
  const stream = jsonStream('list', 'conversations');
  const marked = cwdMarker(realDisk().disk);
  return {
    print: async (group) => {
      if (!out.started()) await out.write(stream.open());
      for (const each of group.conversations) await out.write(stream.item(conversationJson(clean(marked(each)))));
    },
    end: async ({ unjudged }, { hidden }) => {
      if (!out.started()) await out.write(stream.open());
      await out.write(stream.close({ findings: unjudged.map(findingJson), hidden }));
    },
  };
}

/** Prints lines. Groups wait for their counts, up to a limit. */
function plainLister(job: Job, { by }: TableOptions, { read, clean }: ListerOptions): Lister {
  const count = { wanted: 0, unreadable: 0 };
  const outOfOrder = new Set<string>();
  let uncounted = false;
  let waiting: Group[] | null = read === null ? null : [];
  let bytes = 0;
  const print = async (groups: readonly Group[]) => {
    for (const group of groups) {
      countGroup(count, group);
      uncounted ||= group.conversations.some(isUncounted);
      for (const program of programsToName([group], by)) outOfOrder.add(program);
      await job.out.lines(listText(cleanedGroup(group, clean), job.paint));
    }
  };
  return {
    print: async (group) => {
      bytes += uncountedBytes([group]);
      if (waiting === null || (bytes === 0 && waiting.length === 0)) return print([group]);
      waiting.push(group);
      if (bytes <= MAX_COUNTED_BYTES) return;
      await print(waiting);
      waiting = null;
    },
    end: async (listed, omitted) => {
      await print(await countedGroups(waiting ?? [], read));
      await job.out.flush();
      if (uncounted) await job.err.line(uncountedText(rerun(job.options)));
      if (outOfOrder.size > 0) await job.err.line(orderText([...outOfOrder]));
      await endingLine(job, { ...count, ...omitted, listed: count.wanted }, listed);
    },
  };
}

export type ReadWhole = (few: readonly Conversation[]) => Promise<readonly Conversation[]>;

/** Most bytes of large files that are read for their messages without `--count`: a fraction of a second. */
const MAX_COUNTED_BYTES = 32 * 2 ** 20;

function uncountedBytes(groups: readonly Group[]): number {
  const few = groups.flatMap(({ conversations }) => conversations).filter(isUncounted);
  return few.reduce((sum, each) => sum + each.bytes, 0);
}

async function countedGroups(groups: readonly Group[], read: ReadWhole | null): Promise<readonly Group[]> {
  const few = groups.flatMap(({ conversations }) => conversations).filter(isUncounted);
  if (read === null || few.length === 0 || uncountedBytes(groups) > MAX_COUNTED_BYTES) return groups;
  const whole = new Map((await read(few)).map((each, n) => [few[n], each]));
  return groups.map((group) => ({
    ...group,
    conversations: group.conversations.map((each) => whole.get(each) ?? each),
  }));
}

/** Prints a table. Holds everything, since short ids and the newest depend on all. */
function tableLister(job: Job, table: TableOptions, { read, clean }: ListerOptions): Lister {
  const groups: Group[] = [];
  return {
    print: async (group) => {
      groups.push(group);
    },
    end: async (listed, omitted) => {
      const { legendOf, listTable } = await import('../../report/list/table.ts');
      const some = table.by === 'newest' ? newestOfEachStore(groups, table.max) : firstOfEach(groups, table.max);
      const counted = await countedGroups(some, read);
      const { paint, clock, out } = job;
      const cleaned = counted.map((group) => cleanedGroup(group, clean));
      await out.lines(listTable(cleaned, { width: out.width, paint, clock, around: readerPlace(job), ...table }));
      await out.lines(
        legendOf(counted, rerun(job.options), { width: out.width, keepWay: await keepWayOf(job, counted) }),
      );
      const outOfOrder = programsToName(counted, table.by);
      if (outOfOrder.length > 0) await out.lines(wrap(orderText(outOfOrder), 0, { width: out.width, hang: 2 }));
      const count = { wanted: groupedCount(groups), unreadable: unreadableIn(counted), listed: groupedCount(counted) };
      await endingLine(job, { ...count, ...omitted }, listed);
    },
  };
}

/** Programs whose order the reader may not expect; none if a flag sorts the list. */
function programsToName(groups: readonly Group[], by: TableOptions['by']): string[] {
  return by === 'first' ? [] : programsOutOfOrder(groups);
}

async function keepWayOf({ env, options }: Job, groups: readonly Group[]): Promise<string> {
  const due = groups.flatMap(({ conversations }) => conversations).filter((each) => signOf(each).includes('†'));
  if (due.length === 0) return '';
  const { keptCopies } = await import('../../ops/kept.ts');
  const folders = due.map(keptCopies(realDisk(), env.vars));
  const [first = null] = folders.filter((each) => each !== null);
  const place = first === null ? '' : withTilde(first, readerPlace({ env }));
  if (first !== null && !folders.includes(null)) return `; copies are in ${place}`;
  return `: \`${commandText(first === null ? cmd`keep DIR` : cmd`keep ${first}`, rerun(options))}\``;
}

function unreadableIn(groups: readonly Group[]): number {
  return groups.reduce((sum, { conversations }) => sum + conversations.filter((each) => !isResumable(each)).length, 0);
}

function firstOfEach(groups: readonly Group[], max: number): Group[] {
  return groups.map((group) => ({ ...group, conversations: group.conversations.slice(0, max) }));
}

interface Count {
  wanted: number;
  unreadable: number;
}

function countGroup(count: Count, { conversations }: Group): void {
  count.wanted += conversations.length;
  count.unreadable += conversations.filter((each) => !isResumable(each)).length;
}

async function endingLine(
  job: Job,
  count: Count & LeftOut & Overflow & { readonly listed: number },
  listed: ListResult,
): Promise<void> {
  const { options } = job;
  const { width } = job.out;
  const to = besideRows(job);
  const total = { ...count, wanted: count.wanted + count.over, found: listed.found };
  await to.lines(wrap(listTotal(total, rerun(options)), 0, { width, hang: 2 }));
  await to.flush();
  await reportUnjudged(job, listed.unjudged);
}

/** Output for lines that are no rows: through a pipe stdout has only rows. */
export function besideRows({ out, err, env }: Job): Job['out'] {
  return env.stdout.isTTY === true ? out : err;
}
