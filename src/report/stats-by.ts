import { maximum } from '../model/collections.ts';
import { namesOfCopies, shortener } from '../model/ids.ts';
import type { StatsGrouping, StoreStats, TokenCount } from '../model/stats.ts';
import { withTilde } from './list/headings.ts';
import { titleText } from './list/title.ts';
import type { Screen } from './paint.ts';
import {
  type AnswerTokens,
  hasCost,
  isTimeGrouping,
  rowsBy,
  type StatsRow,
  type TogetherRow,
  tokensBy,
  totalRow,
  usedBy,
} from './stats-rows.ts';
import {
  bytesText,
  clipMiddle,
  clipStart,
  clipTo,
  columnsOf,
  escapedMarkdown,
  numberText,
  padded,
  printable,
  wrapLine,
} from './text.ts';

function headsOf(rows: Iterable<AnswerTokens | null>): readonly string[] {
  for (const each of rows) if (each !== null && hasCost(each)) return [...TOKEN_COLUMNS, 'cost'];
  return TOKEN_COLUMNS;
}

/** A cost as text; with `>` if answers of models without a price are missing. */
function costText({ cost = 0, unpriced = 0, answers }: AnswerTokens): string {
  if (answers > 0 && unpriced === answers) return 'no price';
  const isSmall = cost > 0 && cost < 0.005;
  return `${unpriced > 0 ? '>' : ''}${isSmall ? Math.max(0.0001, cost).toFixed(4) : cost.toFixed(2)}`;
}

export const TOKEN_COLUMNS = ['answers', 'input', 'output', 'cache read', 'cache write'];

function cellsOf(tokens: AnswerTokens): string[] {
  const { answers, input, output, cacheRead, cacheWrite } = tokens;
  const cells = [numberText(answers), ...[input, output, cacheRead, cacheWrite].map(manyText)];
  return hasCost(tokens) ? [...cells, costText(tokens)] : cells;
}

/** A count in short form: `812`, `45.2 k`, `1.3 M`. */
export function manyText(count: number): string {
  if (count < 10_000) return numberText(count);
  const [unit, size] = count < 1e6 ? ['k', 1e3] : count < 1e9 ? ['M', 1e6] : ['G', 1e9];
  return `${numberText(Math.floor(count / Number(size)))}.${Math.floor((count / Number(size)) * 10) % 10} ${unit}`;
}

export function* tokensText(all: readonly TokenCount[], { paint, width }: Screen): Generator<string> {
  if (all.length === 0) return;
  const sums = [...tokensBy(all, ({ model }) => model)];
  const rows = sums.map(([model, each]) => [printable(model), ...cellsOf(each)]);
  for (const line of tableLines(['tokens', ...headsOf(sums.map(([, each]) => each))], rows, width - 2))
    yield `  ${line.isHead ? paint.strong(line.text) : line.text}`;
}

export function* tokensMarkdown(all: readonly TokenCount[]): Generator<string> {
  if (all.length === 0) return;
  const heads = headsOf(all);
  yield* ['', `| Model | ${heads.join(' | ')} |`, `|---|${'--:|'.repeat(heads.length)}`];
  for (const [model, sums] of tokensBy(all, (each) => each.model))
    yield `| ${escapedMarkdown(model)} | ${cellsOf(sums).join(' | ')} |`;
}

interface StatsByScreen extends Screen {
  /** The home, shown as `~`. */
  readonly home?: string | null;
}

export function* statsByText(all: readonly StoreStats[], by: StatsGrouping, screen: StatsByScreen): Generator<string> {
  const nameOf = namesBy(all, screen.home);
  const rows = rowsBy(all, by).map((row) => ({ ...row, name: nameOf(row.name, by) }));
  const total = totalRow(rows, all, { ofTools: by === 'tool', ofTimes: isTimeGrouping(by) });
  yield* rowsText([...rows, total], { head: by, sizes: SIZES[by], clip: clipOf(by), minName: MIN_NAME_WIDTH }, screen);
}

export function* statsTogetherText(
  all: readonly StoreStats[],
  by: readonly StatsGrouping[],
  together: readonly TogetherRow[],
  screen: StatsByScreen,
): Generator<string> {
  const room = Number.isFinite(screen.width) ? Math.max(MIN_NAME_WIDTH, screen.width >> 2) : screen.width;
  const nameOf = namesBy(all, screen.home);
  const columns = by.map((what, i) => {
    const names = together.map((row) => nameOf(row.names[i] ?? '', what));
    return distinctClips(names, clipOf(what), room) ?? names;
  });
  const widths = by.map((what, i) => maximum([what.length, ...(columns[i] ?? []).map(columnsOf)]));
  const lead = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, 0);
  const inColumns = (cells: readonly string[]) =>
    cells
      .map((cell, i) => padded(cell, widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const rows = together.map((row, n) => ({ ...row, name: inColumns(columns.map((column) => column[n] ?? '')) }));
  const sizes = SIZES[by.find((what) => what === 'tool' || what === 'model') ?? by.find(isTimeGrouping) ?? 'kind'];
  yield* rowsText(
    [...rows, totalRow(rows, all, { ofTools: by.includes('tool'), ofTimes: by.some(isTimeGrouping) })],
    { head: inColumns(by), sizes, clip: clipTo, minName: lead + MIN_NAME_WIDTH },
    screen,
  );
}

/** Names as shown: a folder with `~`, a conversation by its short id and its title. */
function namesBy(all: readonly StoreStats[], home: string | null = null): (name: string, by: StatsGrouping) => string {
  const sessions = all.flatMap(({ session }) => session ?? []);
  const idOf = shortener(sessions);
  const short = namesOfCopies(sessions, idOf);
  const titled = new Map(all.flatMap(({ largest }) => largest.map((each) => [each.id, each] as const)));
  const sessionOf = (id: string) => {
    const each = titled.get(id);
    const room = MAX_NAME_LENGTH - short(id).length;
    return each === undefined || room < MIN_NAME_WIDTH ? short(id) : `${short(id)}  ${titleText(each, room)}`.trimEnd();
  };
  return (name, by) => {
    if (by === 'project') return withTilde(name, { home });
    return printable(by === 'session' ? sessionOf(name) : name);
  };
}

function clipOf(by: StatsGrouping): typeof clipTo {
  if (by === 'session') return clipSession;
  return by === 'project' ? clipStart : clipTo;
}

/** Cuts the title, and where there is no room for the name of a copy either, that out of its middle. */
function clipSession(text: string, width: number): string {
  const [name = ''] = text.split('  ', 1);
  return columnsOf(name) <= width ? clipTo(text, width) : clipMiddle(name, width);
}

/** Most characters of a conversation's name with its title, unless the name alone has more. */
const MAX_NAME_LENGTH = 80;

function distinctClips(names: readonly string[], clip: typeof clipTo, width: number): readonly string[] | null {
  const clipped = names.map((name) => clip(name, width));
  return new Set(clipped).size < new Set(names).size ? null : clipped;
}

interface TableForm {
  readonly head: string;
  readonly sizes: readonly SizeColumn[];
  /** Cuts a name that does not fit. */
  readonly clip: typeof clipTo;
  readonly minName: number;
}

function* rowsText(
  rows: readonly StatsRow[],
  { head, sizes, clip, minName }: TableForm,
  { paint, width }: Screen,
): Generator<string> {
  const total = rows.at(-1);
  const hasTokens = rows.slice(0, -1).some(({ tokens }) => tokens !== null);
  const columns = headsOf(rows.map((row) => row.tokens)).slice(sizes.length === 0 ? 0 : 1);
  const heads = [head, ...sizes.map((size) => size.head), ...(hasTokens ? columns : [])];
  const cells = rows.map((row) => [
    row.name,
    ...sizes.map((size) => size.textOf(row)),
    ...(hasTokens ? tokenCells(row.tokens, columns) : []),
  ]);
  const all = total === undefined ? 0 : weightOf(total, hasTokens);
  const shares = rows.map((row) => shareText(weightOf(row, hasTokens), all));
  const isWide = width !== Number.POSITIVE_INFINITY && widthOf([heads, ...cells]) + SHARE_WIDTH <= width;
  const table = isWide ? cells.map((row, n) => [...row, shares[n] ?? '']) : cells;
  for (const line of tableLines(isWide ? [...heads, 'share'] : heads, table, width, { clip, minName }))
    yield line.isHead ? paint.strong(line.text) : line.text;
}

function widthOf(rows: readonly (readonly string[])[]): number {
  const [first = []] = rows;
  return first.reduce((sum, _, i) => sum + 2 + maximum(rows.map((row) => columnsOf(row[i] ?? ''))), -2);
}

interface SizeColumn {
  readonly head: string;
  textOf(row: StatsRow): string;
}

const sizeColumn = (head: string, key: 'conversations' | 'messages' | 'calls'): SizeColumn => ({
  head,
  textOf: ({ [key]: count }) => (count === undefined ? '' : numberText(count)),
});
const WHOLE: readonly SizeColumn[] = [
  sizeColumn('count', 'conversations'),
  sizeColumn('texts etc.', 'messages'),
  { head: 'size', textOf: ({ bytes }) => (bytes === undefined ? '' : bytesText(bytes)) },
];
/** Groups by time count only the conversations that began then. */
const TIME_COLUMNS = [sizeColumn('begun', 'conversations')];

const SIZES: Readonly<Record<StatsGrouping, readonly SizeColumn[]>> = {
  project: WHOLE,
  branch: WHOLE,
  kind: WHOLE,
  session: WHOLE.slice(1),
  month: TIME_COLUMNS,
  week: TIME_COLUMNS,
  day: TIME_COLUMNS,
  tool: [sizeColumn('calls', 'calls')],
  model: [],
};

function tokenCells(tokens: AnswerTokens | null, columns: readonly string[]): string[] {
  return tokens === null ? columns.map(() => '') : cellsOf(tokens).slice(-columns.length);
}

function weightOf({ tokens, calls, bytes, conversations = 0 }: StatsRow, hasTokens: boolean): number {
  if (hasTokens) return usedBy({ tokens });
  return calls ?? bytes ?? conversations;
}

const BAR_WIDTH = 10;
const SHARE_WIDTH = 2 + '100% '.length + BAR_WIDTH;

function shareText(part: number, whole: number): string {
  if (whole === 0) return '';
  const share = part / whole;
  const percent = part > 0 && share < 0.01 ? '<1%' : `${Math.round(100 * share)}%`;
  return `${percent.padStart(4)} ${'█'.repeat(Math.round(BAR_WIDTH * share)).padEnd(BAR_WIDTH)}`;
}

function* tableLines(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  { clip, minName }: Pick<TableForm, 'clip' | 'minName'> = { clip: clipTo, minName: MIN_NAME_WIDTH },
): Generator<TableLine> {
  const widths = heads.map((head, i) => maximum([head.length, ...rows.map((row) => columnsOf(row[i] ?? ''))]));
  const others = widths.slice(1).reduce((sum, each) => sum + each + 2, 0);
  const first = Math.min(widths[0] ?? 0, width - others);
  const isFitting = first >= Math.min(minName, widths[0] ?? 0);
  const names = isFitting ? distinctClips(firstCells(rows), clip, first) : null;
  if (names === null) {
    yield* stackedLines(heads, rows, width);
    return;
  }
  const line = (name: string, cells: readonly string[]) =>
    [padded(name, first), ...cells.map((cell, i) => padded(cell, widths[i + 1] ?? 0, 'right'))].join('  ');
  yield { text: line(clip(heads[0] ?? '', first), heads.slice(1)), isHead: true };
  for (const [n, [, ...cells]] of rows.entries()) yield { text: line(names[n] ?? '', cells), isHead: false };
}

function firstCells(rows: readonly (readonly string[])[]): readonly string[] {
  return rows.map(([name = '']) => name);
}

interface TableLine {
  readonly text: string;
  readonly isHead: boolean;
}

function* stackedLines(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): Generator<TableLine> {
  for (const [name = '', ...cells] of rows) {
    for (const text of wrapLine(name, width)) yield { text, isHead: true };
    for (const [i, cell] of cells.entries())
      if (cell !== '') yield { text: clipTo(`  ${heads[i + 1]} ${cell}`, width), isHead: false };
  }
}

const MIN_NAME_WIDTH = 10;
