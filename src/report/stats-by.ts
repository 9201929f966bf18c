import { addToCount, grouped } from '../model/grouped.ts';
import { maximum } from '../model/maximum.ts';
import type { By, StoreStats, TokenCount, Tokens } from '../model/stats.ts';
import { columnsOf, cutTo, padded } from './columns.ts';
import { bytesText, numberText } from './numbers.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';

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

export type AnswerTokens = Tokens & Pick<TokenCount, 'answers'>;

/** Groups in order of appearance. */
export function tokensBy(
  all: readonly TokenCount[],
  nameOf: (each: TokenCount) => string,
): ReadonlyMap<string, AnswerTokens> {
  const sums = new Map<string, AnswerTokens>();
  for (const each of all) sums.set(nameOf(each), plus(sums.get(nameOf(each)) ?? NONE, each));
  return sums;
}

const NONE: AnswerTokens = { answers: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

function plus(a: AnswerTokens, b: AnswerTokens): AnswerTokens {
  return {
    answers: a.answers + b.answers,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

const HEADS = ['answers', 'input', 'output', 'cache read', 'cache write'];

function cellsOf({ answers, input, output, cacheRead, cacheWrite }: AnswerTokens): string[] {
  return [numberText(answers), ...[input, output, cacheRead, cacheWrite].map(manyText)];
}

/** `812`, `45.2 k`, `1.3 M`. */
export function manyText(count: number): string {
  if (count < 10_000) return numberText(count);
  const [unit, size] = count < 999_950 ? ['k', 1e3] : count < 999_950_000 ? ['M', 1e6] : ['G', 1e9];
  return `${numberText(Math.floor(count / Number(size)))}.${Math.floor((count / Number(size)) * 10) % 10} ${unit}`;
}

interface Screen {
  readonly paint: Paint;
  readonly width: number;
}

/** Empty without tokens. */
export function* tokensText(all: readonly TokenCount[], { paint, width }: Screen): Generator<string> {
  if (all.length === 0) return;
  const rows = [...tokensBy(all, ({ model }) => model)].map(([model, sums]) => [printable(model), ...cellsOf(sums)]);
  for (const line of tableLines(['tokens', ...HEADS], rows, width - 2))
    yield `  ${line.isHead ? paint.strong(line.text) : line.text}`;
}

export function* tokensMarkdown(all: readonly TokenCount[]): Generator<string> {
  if (all.length === 0) return;
  yield* ['', `| Model | ${HEADS.join(' | ')} |`, '|---|--:|--:|--:|--:|--:|'];
  for (const [model, sums] of tokensBy(all, (each) => each.model))
    yield `| ${printable(model).replace(/[\\|`*_<>]/g, '\\$&')} | ${cellsOf(sums).join(' | ')} |`;
}

/** A row per group, and a total. */
export function* statsByText(all: readonly StoreStats[], by: By, { paint, width }: Screen): Generator<string> {
  const tokens = all.flatMap((each) => each.tokens.map((one) => ({ ...one, name: nameIn(each, one, by) })));
  const sums = tokensBy(tokens, (each) => (each as (typeof tokens)[number]).name);
  const sizes = by === 'model' ? null : sizesBy(all, by);
  const names = [...new Set([...(sizes?.keys() ?? []), ...sums.keys()])].sort();
  const total = [...sums.values()].reduce(plus, NONE);
  const rowOf = (name: string, size: readonly string[], of: AnswerTokens | undefined) => [
    printable(name),
    ...size,
    // Blank without token data.
    ...(sums.size === 0
      ? []
      : cellsOf(of ?? NONE)
          .slice(sizes === null ? 0 : 1)
          .map((cell) => (of === undefined ? '' : cell))),
  ];
  const blank = sizes === null ? [] : [...(sizes.values().next().value ?? [])].map(() => '');
  const rows = names.map((name) => rowOf(name, sizes?.get(name) ?? blank, sums.get(name)));
  const whole = totalOf(all);
  rows.push(rowOf('in all', sizes === null ? [] : sizeCells(whole, by), total));
  const heads = [
    by,
    ...(sizes === null ? [] : sizeHeads(by)),
    ...(sums.size === 0 ? [] : HEADS.slice(sizes === null ? 0 : 1)),
  ];
  for (const line of tableLines(heads, rows, width)) yield line.isHead ? paint.strong(line.text) : line.text;
}

/** Without sizes by model. By month: only conversations begun in it. */
export function* rowsBy(all: readonly StoreStats[], by: By) {
  const tokens = all.flatMap((each) => each.tokens.map((one) => ({ name: nameIn(each, one, by), one })));
  const counted = new Map([...grouped(tokens.map(({ name, one }) => [name, one]))]);
  const sizes = by === 'model' ? new Map<string, Partial<Sizes>>() : sizesIn(all, by);
  for (const name of [...new Set([...sizes.keys(), ...counted.keys()])].sort()) {
    const { conversations, messages, bytes } = sizes.get(name) ?? {};
    const sum = counted.get(name)?.reduce(plus, NONE) ?? null;
    yield { name, conversations, messages, bytes, tokens: sum && { ...sum } };
  }
}

function nameIn({ kind, project }: StoreStats, { model, month }: TokenCount, by: By): string {
  if (by === 'model') return model;
  if (by === 'month') return month ?? 'unknown';
  return by === 'kind' ? kind : (project ?? kind);
}

/** By month only new conversations are known. */
function sizeHeads(by: By): string[] {
  return by === 'month' ? ['begun'] : ['count', 'messages', 'size'];
}

function sizeCells({ conversations, messages, bytes }: Sizes, by: By): string[] {
  return by === 'month'
    ? [numberText(conversations)]
    : [numberText(conversations), numberText(messages), bytesText(bytes)];
}

function sizesBy(all: readonly StoreStats[], by: By): Map<string, string[]> {
  return new Map([...sizesIn(all, by)].map(([name, sizes]) => [name, sizeCells({ ...NO_SIZES, ...sizes }, by)]));
}

function sizesIn(all: readonly StoreStats[], by: By): Map<string, Partial<Sizes>> {
  if (by === 'month') return begunBy(all);
  const met = all.filter(({ conversations }) => conversations > 0);
  const groups = grouped(met.map((each) => [by === 'kind' ? each.kind : (each.project ?? each.kind), each]));
  return new Map([...groups].map(([name, group]) => [name, totalOf(group)]));
}

const NO_SIZES: Sizes = { conversations: 0, archived: 0, unreadable: 0, bytes: 0, messages: 0 };

function begunBy(all: readonly StoreStats[]): Map<string, Partial<Sizes>> {
  const begun = new Map<string, number>();
  for (const [month, count] of all.flatMap(({ months }) => Object.entries(months))) addToCount(begun, month, count);
  return new Map([...begun].map(([month, conversations]) => [month, { conversations }]));
}

/** First column left-aligned, others right; stacked if too wide. */
function* tableLines(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): Generator<{ readonly text: string; readonly isHead: boolean }> {
  const widths = heads.map((head, i) => maximum([head.length, ...rows.map((row) => columnsOf(row[i] ?? ''))]));
  const others = widths.slice(1).reduce((sum, each) => sum + each + 2, 0);
  const first = Math.min(widths[0] ?? 0, width - others);
  if (first >= Math.min(LEAST, widths[0] ?? 0)) {
    const line = (cells: readonly string[]) =>
      cells
        .map((cell, i) => (i === 0 ? padded(cutTo(cell, first), first) : padded(cell, widths[i] ?? 0, 'right')))
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
const LEAST = 10;
