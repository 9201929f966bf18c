import { addToCount, grouped, maximum } from '../model/collections.ts';
import type { Cost, StatsGrouping, StoreStats, TokenCount, Tokens } from '../model/stats.ts';
import { withTilde } from './list/headings.ts';
import type { Paint } from './paint.ts';
import { bytesText, columnsOf, cutStart, cutTo, numberText, padded, printable } from './text.ts';

export type Sizes = Pick<StoreStats, 'conversations' | 'archived' | 'unreadable' | 'bytes' | 'messages'>;

export function totalOf(all: readonly StoreStats[]): Sizes {
  const sum = (of: keyof Sizes) => all.reduce((total, each) => total + each[of], 0);
  return {
    conversations: sum('conversations'),
    archived: sum('archived'),
    unreadable: sum('unreadable'),
    bytes: sum('bytes'),
    messages: sum('messages'),
  };
}

export type AnswerTokens = Tokens & Pick<TokenCount, 'answers' | 'cost' | 'unpriced'>;

export function tokensBy(
  all: readonly TokenCount[],
  nameOf: (each: TokenCount) => string,
): ReadonlyMap<string, AnswerTokens> {
  return sumsOf(all.map((each) => [nameOf(each), each]));
}

function sumsOf(named: readonly (readonly [name: string, tokens: AnswerTokens])[]): ReadonlyMap<string, AnswerTokens> {
  const sums = new Map<string, AnswerTokens>();
  for (const [name, each] of named) sums.set(name, plus(sums.get(name) ?? NO_TOKENS, each));
  return sums;
}

const NO_TOKENS: AnswerTokens = { answers: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

function plus(a: AnswerTokens, b: AnswerTokens): AnswerTokens {
  return {
    answers: a.answers + b.answers,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...(hasCost(a) || hasCost(b)
      ? { cost: (a.cost ?? 0) + (b.cost ?? 0), unpriced: (a.unpriced ?? 0) + (b.unpriced ?? 0) }
      : {}),
  };
}

function hasCost({ cost }: Cost): boolean {
  return cost !== undefined;
}

function headsOf(rows: Iterable<AnswerTokens | null>): readonly string[] {
  for (const each of rows) if (each !== null && hasCost(each)) return [...TOKEN_COLUMNS, 'cost'];
  return TOKEN_COLUMNS;
}

/** `>`: answers of models without a price are left out. */
function costText({ cost = 0, unpriced = 0, answers }: AnswerTokens): string {
  if (answers > 0 && unpriced === answers) return 'no price';
  const isSmall = cost > 0 && cost < 0.005;
  return `${unpriced > 0 ? '>' : ''}${isSmall ? Math.max(0.0001, cost).toFixed(4) : cost.toFixed(2)}`;
}

const TOKEN_COLUMNS = ['answers', 'input', 'output', 'cache read', 'cache write'];

function cellsOf(tokens: AnswerTokens): string[] {
  const { answers, input, output, cacheRead, cacheWrite } = tokens;
  const cells = [numberText(answers), ...[input, output, cacheRead, cacheWrite].map(manyText)];
  return hasCost(tokens) ? [...cells, costText(tokens)] : cells;
}

/** `812`, `45.2 k`, `1.3 M`. */
export function manyText(count: number): string {
  if (count < 10_000) return numberText(count);
  const [unit, size] = count < 999_950 ? ['k', 1e3] : count < 999_950_000 ? ['M', 1e6] : ['G', 1e9];
  return `${numberText(Math.floor(count / Number(size)))}.${Math.floor((count / Number(size)) * 10) % 10} ${unit}`;
}

interface StatsScreen {
  readonly paint: Paint;
  readonly width: number;
}

export function* tokensText(all: readonly TokenCount[], { paint, width }: StatsScreen): Generator<string> {
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
    yield `| ${printable(model).replace(/[\\|`*_<>]/g, '\\$&')} | ${cellsOf(sums).join(' | ')} |`;
}

interface StatsByScreen extends StatsScreen {
  /** Shown as `~`. */
  readonly home?: string | null;
}

export function* statsByText(
  all: readonly StoreStats[],
  by: StatsGrouping,
  { paint, width, home = null }: StatsByScreen,
): Generator<string> {
  const rows = rowsBy(all, by);
  const whole = totalRow(rows, all, by);
  const hasTokens = rows.some(({ tokens }) => tokens !== null);
  const sizes = SIZES[by];
  const columns = headsOf(rows.map((row) => row.tokens)).slice(sizes.length === 0 ? 0 : 1);
  const heads = [by, ...sizes.map(({ head }) => head), ...(hasTokens ? columns : [])];
  const cells = [...rows, whole].map((row) => [
    by === 'project' ? withTilde(row.name, { home }) : printable(row.name),
    ...sizes.map((size) => size.textOf(row)),
    ...(hasTokens ? tokenCells(row.tokens, columns) : []),
  ]);
  const shares = [...rows, whole].map((row) => shareText(weightOf(row, hasTokens), weightOf(whole, hasTokens)));
  const isWide = width !== Number.POSITIVE_INFINITY && widthOf([heads, ...cells]) + SHARE_WIDTH <= width;
  const table = isWide ? cells.map((row, n) => [...row, shares[n] ?? '']) : cells;
  for (const line of tableLines(
    isWide ? [...heads, 'share'] : heads,
    table,
    width,
    by === 'project' ? cutStart : cutTo,
  ))
    yield line.isHead ? paint.strong(line.text) : line.text;
}

function widthOf(rows: readonly (readonly string[])[]): number {
  const [first = []] = rows;
  return first.reduce((sum, _, i) => sum + 2 + maximum(rows.map((row) => columnsOf(row[i] ?? ''))), -2);
}

/** A row of a table; absent members are not known by this group. */
export interface StatsRow extends Partial<Pick<Sizes, 'conversations' | 'messages' | 'bytes'>> {
  readonly name: string;
  readonly calls?: number | undefined;
  readonly tokens: AnswerTokens | null;
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
/** A time counts only new conversations. */
const TIME_COLUMNS = [sizeColumn('begun', 'conversations')];

const SIZES: Readonly<Record<StatsGrouping, readonly SizeColumn[]>> = {
  project: WHOLE,
  branch: WHOLE,
  kind: WHOLE,
  month: TIME_COLUMNS,
  week: TIME_COLUMNS,
  day: TIME_COLUMNS,
  tool: [sizeColumn('calls', 'calls')],
  model: [],
};

function tokenCells(tokens: AnswerTokens | null, columns: readonly string[]): string[] {
  return tokens === null ? columns.map(() => '') : cellsOf(tokens).slice(-columns.length);
}

/** Tokens where there are any, else calls, bytes or conversations. */
function weightOf({ tokens, calls, bytes, conversations = 0 }: StatsRow, hasTokens: boolean): number {
  if (hasTokens) return tokens === null ? 0 : tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
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

/** In the order of names; tools with the most calls first. */
export function rowsBy(all: readonly StoreStats[], by: StatsGrouping): StatsRow[] {
  const sizes = sizesIn(all, by);
  const tokens = sumsOf(namedTokens(all, by));
  const names = [...new Set([...sizes.keys(), ...tokens.keys()])].sort();
  const rows = names.map((name) => ({ name, ...sizes.get(name), tokens: tokens.get(name) ?? null }));
  return by === 'tool' ? rows.sort((a, b) => (b.calls ?? 0) - (a.calls ?? 0)) : rows;
}

function totalRow(rows: readonly StatsRow[], all: readonly StoreStats[], by: StatsGrouping): StatsRow {
  const tokens = rows.flatMap((row) => row.tokens ?? []).reduce(plus, NO_TOKENS);
  const calls = rows.reduce((sum, row) => sum + (row.calls ?? 0), 0);
  return { name: 'in all', ...totalOf(all), ...(by === 'tool' ? { calls } : {}), tokens };
}

type RowSizes = Omit<StatsRow, 'name' | 'tokens'>;

function sizesIn(all: readonly StoreStats[], by: StatsGrouping): ReadonlyMap<string, RowSizes> {
  if (by === 'model') return new Map();
  if (by === 'tool')
    return counts(
      all,
      ({ tools }) => tools,
      (calls) => ({ calls }),
    );
  if (by === 'month')
    return counts(
      all,
      ({ months }) => months,
      (conversations) => ({ conversations }),
    );
  if (by === 'day' || by === 'week')
    return counts(
      all,
      ({ days = {} }) => days,
      (conversations) => ({ conversations }),
      by === 'day' ? String : weekOf,
    );
  const met = all.filter(({ conversations }) => conversations > 0);
  const groups = grouped(met.map((each) => [nameOf(each, by), each]));
  const sizes = ([name, group]: readonly [string, readonly StoreStats[]]) => {
    const { conversations, messages, bytes } = totalOf(group);
    return [name, { conversations, messages, bytes }] as const;
  };
  return new Map([...groups].map(sizes));
}

function counts(
  all: readonly StoreStats[],
  of: (stats: StoreStats) => Readonly<Record<string, number>>,
  rowOf: (count: number) => RowSizes,
  named: (key: string) => string = String,
): ReadonlyMap<string, RowSizes> {
  const sums = new Map<string, number>();
  for (const [key, count] of all.flatMap((each) => Object.entries(of(each)))) addToCount(sums, named(key), count);
  return new Map([...sums].map(([name, count]) => [name, rowOf(count)]));
}

/** Tools use no tokens of their own. */
function namedTokens(all: readonly StoreStats[], by: StatsGrouping): (readonly [name: string, tokens: AnswerTokens])[] {
  if (by === 'tool') return [];
  if (by === 'day' || by === 'week')
    return all.flatMap(({ daily = [] }) => daily.map((each) => [timeName(each.day, by), each] as const));
  return all.flatMap((stats) => stats.tokens.map((each) => [tokenName(stats, each, by), each] as const));
}

function timeName(day: string | null, by: 'day' | 'week'): string {
  if (day === null) return UNKNOWN;
  return by === 'day' ? day : weekOf(day);
}

function tokenName(
  stats: StoreStats,
  { model, month }: TokenCount,
  by: Exclude<StatsGrouping, 'tool' | 'day' | 'week'>,
): string {
  if (by === 'model') return model;
  return by === 'month' ? (month ?? UNKNOWN) : nameOf(stats, by);
}

const UNKNOWN = 'unknown';

function nameOf({ kind, project, cwd = null, branch = null }: StoreStats, by: 'project' | 'branch' | 'kind'): string {
  if (by === 'branch') return branch ?? 'no branch';
  return by === 'kind' ? kind : (cwd ?? project ?? kind);
}

function weekOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return UNKNOWN;
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, day.length);
}

/** First column left-aligned, others right; stacked if too wide. */
function* tableLines(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  cut = cutTo,
): Generator<{ readonly text: string; readonly isHead: boolean }> {
  const widths = heads.map((head, i) => maximum([head.length, ...rows.map((row) => columnsOf(row[i] ?? ''))]));
  const others = widths.slice(1).reduce((sum, each) => sum + each + 2, 0);
  const first = Math.min(widths[0] ?? 0, width - others);
  if (first >= Math.min(MIN_NAME_WIDTH, widths[0] ?? 0)) {
    const line = (cells: readonly string[]) =>
      cells
        .map((cell, i) => (i === 0 ? padded(cut(cell, first), first) : padded(cell, widths[i] ?? 0, 'right')))
        .join('  ');
    yield { text: line(heads), isHead: true };
    for (const row of rows) yield { text: line(row), isHead: false };
    return;
  }
  for (const [name = '', ...cells] of rows) {
    yield { text: cutTo(name, width), isHead: true };
    for (const [i, cell] of cells.entries())
      if (cell !== '') yield { text: cutTo(`  ${heads[i + 1]} ${cell}`, width), isHead: false };
  }
}

/** Narrower names: stacked rows. */
const MIN_NAME_WIDTH = 10;
