import Table from 'cli-table3';
import { grouped, maximum } from '../../model/collections.ts';
import { type Conversation, isUncounted, sortTime } from '../../model/conversation.ts';
import { idsInRows, namesOfCopies, shortenerOfSome } from '../../model/ids.ts';
import { KIND_TABLE, programOf } from '../../model/kinds.ts';
import type { Paint, Screen } from '../paint.ts';
import { clipStart, clipTo, columnsOf, countText, MIN_ONE_LINE_WIDTH, padded, wrap, wrapLine } from '../text.ts';
import { type Clock, exactText, whenText } from '../time.ts';
import {
  type Group,
  inPlace,
  projectHeading,
  projectText,
  type ReaderPlace,
  storeHeading,
  storeOf,
} from './headings.ts';
import {
  columnsFor,
  DROPPED,
  type ListColumn,
  type ListedTime,
  painted,
  type RowFormat,
  STACKED,
  signOf,
  UTC_TIMES,
  uncountedText,
} from './rows.ts';
import { dueDeletionText, lineageText, listTitle, markWords, titleText, unreadableText } from './title.ts';

/** Columns of a title: the least before other columns are dropped, and the most. */
const TITLE = { min: 28, max: 100 };
/** Most columns of an id in a row, if titles need the space. */
const ID_MOST = 24;
/** Least columns of a project in a row, if a quarter of the screen is less. */
const MIN_PROJECT_WIDTH = 12;
/** Rows per table, since cli-table3 is quadratic. */
const DRAWN = 100;

export interface ListScreen extends Screen {
  readonly clock: Clock;
}

interface WholeList extends ListScreen, ListedTime {
  readonly around: ReaderPlace;
  /** True to keep the requested order; otherwise this folder comes first, then the newest. */
  readonly isOrdered: boolean;
}

export function* listTable(groups: readonly Group[], screen: WholeList): Generator<string> {
  const { clock } = screen;
  const ids = groups.flatMap(({ conversations }) => idsInRows(conversations));
  const idOf = shortenerOfSome(ids);
  const writing: RowFormat = {
    idOf,
    nameOf: namesOfCopies(
      groups.flatMap(({ conversations }) => conversations.map(({ id }) => id)),
      idOf,
    ),
    timeOf: timesIn(groups, clock),
    projectOf: (each) => clipStart(projectText(each, screen.around), Math.max(MIN_PROJECT_WIDTH, screen.width >> 2)),
    ...(clock.utc ? { ...UTC_TIMES, timeHead: `${screen.timeName} (UTC)` } : { timeHead: screen.timeName }),
    signs: screen.width >= MIN_ONE_LINE_WIDTH,
    isBySize: screen.isBySize,
  };
  for (const store of joinedStores(storesOf(groups))) yield* [...storeLines(store, writing, screen), ''];
}

/** Relative times; exact to the minute in all rows of a title if that tells apart some with equal ages. */
function timesIn(groups: readonly Group[], clock: Clock): RowFormat['timeOf'] {
  const timeOf = (each: Conversation) => whenText(sortTime(each), clock);
  if (clock.utc) return timeOf;
  const minuteOf = (each: Conversation) => exactMinute(sortTime(each) ?? 0, clock);
  const timed = groups.flatMap(({ conversations }) => conversations.filter((each) => sortTime(each) !== null));
  const byTitle = grouped(timed.flatMap((each) => (each.title === null ? [] : [[each.title, each] as const])));
  const needsMinutes = (rows: readonly Conversation[]) => {
    const ages = new Set(rows.map(timeOf)).size;
    return ages < rows.length && ages < new Set(rows.map(minuteOf)).size;
  };
  const exact = new Set([...byTitle.values()].filter(needsMinutes).flat());
  return (each) => (exact.has(each) ? minuteOf(each) : timeOf(each));
}

function exactMinute(time: number, clock: Clock): string {
  const [, year, minute = ''] = /^(\d+)-(\S+ \d+:\d+)/.exec(exactText(time, clock)) ?? [];
  return exactText(clock.now, clock).startsWith(`${year}-`) ? minute : `${year}-${minute}`;
}

/** Explains the signs of a table. `keepWay`: a command, or where copies are. */
export function legendOf(
  groups: readonly Group[],
  commandPrefix: string,
  { width, keepWay }: { readonly width: number; readonly keepWay: string },
): string[] {
  const all = groups.flatMap(({ conversations }) => conversations);
  const marks = width < MIN_ONE_LINE_WIDTH ? '' : all.map(signOf).join('');
  const kinds = new Set(all.filter((each) => signOf(each).includes('†')).map(({ kind }) => programOf(kind)));
  const next = marks.includes('†now') ? ', now is its next start' : '';
  const isPartlyCounted = (own: readonly Conversation[]) =>
    own.some(({ messages }) => messages !== null) && own.some(isUncounted);
  const stores = grouped(all.map((each) => [storeOf(each), each] as const));
  return [
    ...(kinds.size > 0 && marks !== '' ? [`† ${[...kinds].join(' or ')} deletes it then${next}${keepWay}`] : []),
    ...(marks.includes('✗') ? ['✗ its program cannot resume it'] : []),
    ...(width >= MIN_ONE_LINE_WIDTH && all.some((each) => lineageText(each) !== null)
      ? ['← came from that conversation: a fork, or the next part of it']
      : []),
    ...(width >= MIN_ONE_LINE_WIDTH && [...stores.values()].some(isPartlyCounted)
      ? [uncountedText(commandPrefix)]
      : []),
  ].flatMap((line) => wrap(line, 0, { width, hang: 2 }));
}

function* storeLines(store: readonly Group[], writing: RowFormat, screen: WholeList): Generator<string> {
  const { width, paint, around, isOrdered } = screen;
  const all = store.flatMap(({ conversations }) => conversations);
  const fit = fittingColumns(
    all,
    informativeColumns(all, columnsFor({ conversations: all, sharing: null }, writing), store),
    width,
  );
  for (const line of storeHeading(store, around)) yield* headLines(line, width).map(paint.strong);
  if (width >= MIN_ONE_LINE_WIDTH) yield headRow(fit, paint);
  let isFirst = true;
  for (const group of isOrdered ? store : inPlace(store, around)) {
    const heading = projectHeading(group, around);
    if (!isFirst && heading.length > 0) yield '';
    isFirst = false;
    for (const line of heading) yield* headLines(line, width).map(paint.accent);
    yield* width < MIN_ONE_LINE_WIDTH ? stackedRows(group, writing, screen) : table(group, fit, paint);
  }
}

function storesOf(groups: readonly Group[]): Group[][] {
  const named = groups.flatMap((group) =>
    group.conversations.slice(0, 1).map((first) => [storeOf(first), group] as const),
  );
  return [...grouped(named).values()];
}

/** Joins project folders with one parent, as in a copy that `keep` made, to one store. */
function joinedStores(stores: readonly Group[][]): Group[][] {
  const byParent = grouped(stores.map((store, n) => [parentOf(store) ?? `\0${n}`, store] as const));
  return [...byParent].flatMap(([key, some]) =>
    some.length === 1 ? some : [some.flat().map((group) => withinParent(group, key))],
  );
}

/** Kind and parent folder of a project that was named by its folder; null for others. */
function parentOf([group]: readonly Group[]): string | null {
  const [first] = group?.conversations ?? [];
  if (first === undefined || first.project !== null || !KIND_TABLE[first.kind].byFolder) return null;
  return `${first.kind}\0${first.root.slice(0, first.root.lastIndexOf('/'))}`;
}

function withinParent(group: Group, key: string): Group {
  const root = key.slice(key.indexOf('\0') + 1);
  const place = ({ root: was }: Conversation) => ({ root, project: was.slice(root.length + 1) });
  return { ...group, conversations: group.conversations.map((each) => ({ ...each, ...place(each) })) };
}

/** The columns without those that tell nothing here, and without the project if the heading has it. */
function informativeColumns(
  all: readonly Conversation[],
  columns: readonly ListColumn[],
  store: readonly Group[],
): readonly ListColumn[] {
  return columns.filter(({ name, isInformative }) =>
    name === 'project' ? store.length === 1 : (isInformative?.(all) ?? true),
  );
}

/** The heading on several lines; a path that does not fit keeps its end. */
function headLines(line: string, width: number): string[] {
  return wrap(line, 0, { width, hang: 2 }).map((each) => (each.includes('/') ? clipStart(each, width) : each));
}

function headRow({ columns, widths }: FittingColumns, paint: Paint): string {
  const cells = columns.map(({ head, side }, i) =>
    i === columns.length - 1 ? head : padded(head, widths[i] ?? 0, side),
  );
  return paint.faint(cells.join('  '));
}

function* table(group: Group, { columns, widths }: FittingColumns, paint: Paint): Generator<string> {
  const [first] = columns;
  const longId = (each: Conversation): string | null => {
    const text = first?.name === 'id' ? first.textOf(each) : '';
    return columnsOf(text) > (widths[0] ?? 0) ? text : null;
  };
  // The last column is not filled: colours would preserve trailing blanks.
  const filled = (text: string, i: number) =>
    i === columns.length - 1 ? text : padded(text, widths[i] ?? 0, columns[i]?.side);
  const cellsOf = (each: Conversation, long: string | null) =>
    columns.map(({ textOf }, i) =>
      filled(i === 0 && long !== null ? '' : clipTo(textOf(each, widths[i]), widths[i] ?? 0), i),
    );
  for (let from = 0; from < group.conversations.length; from += DRAWN) {
    const drawn = new Table({
      chars: NO_BORDERS,
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    });
    const rows = group.conversations.slice(from, from + DRAWN).map((each) => ({ each, long: longId(each) }));
    for (const { each, long } of rows) drawn.push(cellsOf(each, long).map((cell) => painted(each, cell, paint)));
    const lines = drawn.toString().split('\n');
    for (const [n, { each, long }] of rows.entries()) {
      // A copy's name that leaves no space for a title has a line of its own.
      if (long !== null) yield painted(each, long, paint);
      yield lines[n]?.trimEnd() ?? '';
    }
  }
}

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

interface FittingColumns {
  readonly columns: readonly ListColumn[];
  readonly widths: readonly number[];
}

function fittingColumns(all: readonly Conversation[], columns: readonly ListColumn[], width: number): FittingColumns {
  const needed = columns.map(({ head, textOf }) =>
    all.reduce((max, each) => Math.max(max, columnsOf(textOf(each))), head.length),
  );
  const fixed = needed.slice(0, -1).reduce((sum, each) => sum + each + 2, 0);
  const title = needed.at(-1) ?? 0;
  if (width - fixed < Math.min(title, TITLE.min)) {
    const fewer = withoutOne(columns);
    if (fewer !== null) return fittingColumns(all, fewer, width);
    const shorter = withoutSeconds(columns);
    if (shorter !== null) return fittingColumns(all, shorter, width);
    const [id, ...others] = needed;
    if (columns[0]?.name === 'id' && (id ?? 0) > ID_MOST) {
      const short = maximum(
        all.map((each) => columnsOf(columns[0]?.textOf(each) ?? '')).filter((each) => each <= ID_MOST),
      );
      const rest = [Math.max(short, 'id'.length), ...others.slice(0, -1)];
      return { columns, widths: [...rest, titleWidth(rest, title, width)] };
    }
  }
  const rest = needed.slice(0, -1);
  return { columns, widths: [...rest, titleWidth(rest, title, width)] };
}

function titleWidth(others: readonly number[], title: number, width: number): number {
  const fixed = others.reduce((sum, each) => sum + each + 2, 0);
  return Math.max(8, Math.min(width - fixed, TITLE.max, title));
}

function withoutOne(columns: readonly ListColumn[]): ListColumn[] | null {
  const first = DROPPED.find((each) => columns.some(({ name, stays }) => name === each && stays !== true));
  return first === undefined ? null : columns.filter(({ name }) => name !== first);
}

function withoutSeconds(columns: readonly ListColumn[]): ListColumn[] | null {
  if (!columns.some(({ brief }) => brief !== undefined)) return null;
  return columns.map(({ brief, ...column }) => ({ ...column, ...brief }));
}

/** Two lines each: id and title, then the rest. An id that would leave no room for titles has a line of its own. */
function* stackedRows(group: Group, writing: RowFormat, { width, paint }: ListScreen): Generator<string> {
  const columns = columnsFor(group, writing);
  const cellOf = (each: Conversation, name: ListColumn['name']) =>
    columns.find((column) => column.name === name)?.textOf(each) ?? '';
  const widths = group.conversations.map((each) => columnsOf(cellOf(each, 'id')));
  const lead = maximum(widths.filter((each) => each <= width >> 1)) + 2;
  for (const each of group.conversations) {
    const id = cellOf(each, 'id');
    const isLong = columnsOf(id) > lead - 2;
    if (isLong) yield* wrapLine(id, width).map((line) => painted(each, line, paint));
    const title = listTitle(each, { ...writing, width: width - lead, markPlace: 'below' });
    yield painted(each, padded(isLong ? '' : id, lead) + title, paint);
    for (const line of wrap(stackedFacts(each, writing, cellOf).join(' · '), lead, { width })) yield paint.faint(line);
  }
}

function stackedFacts(
  each: Conversation,
  { idOf }: RowFormat,
  cellOf: (each: Conversation, name: ListColumn['name']) => string,
): string[] {
  const count = each.messages === null ? '' : countText(each.messages, 'message');
  const facts = STACKED.map((name) => (name === 'messages' ? count : cellOf(each, name)));
  const unreadable = titleText(each) === '' ? '' : unreadableText(each);
  return [unreadable, ...markWords(each, idOf), ...facts, dueDeletionText(each)].filter((fact) => fact !== '');
}
