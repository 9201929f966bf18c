import { addToCount, grouped } from '../model/collections.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import {
  type Cost,
  type CountsByName,
  NO_TOKENS,
  type StatsGrouping,
  type StoreStats,
  type TokenCount,
  type Tokens,
} from '../model/stats.ts';
import { NO_FOLDER } from './list/headings.ts';

export type Sizes = Pick<StoreStats, 'conversations' | 'archived' | 'unreadable' | 'bytes' | 'messages'> & {
  readonly hidden: number;
};

export function totalOf(all: readonly StoreStats[]): Sizes {
  const sum = (of: keyof Sizes) => all.reduce((total, each) => total + (each[of] ?? 0), 0);
  return {
    conversations: sum('conversations'),
    archived: sum('archived'),
    unreadable: sum('unreadable'),
    hidden: sum('hidden'),
    bytes: sum('bytes'),
    messages: sum('messages'),
  };
}

export type AnswerTokens = Tokens & Pick<TokenCount, 'answers' | 'cost' | 'unpriced'>;

export function tokensBy(
  all: readonly TokenCount[],
  rowName: (each: TokenCount) => string,
): ReadonlyMap<string, AnswerTokens> {
  return sumsOf(all.map((each) => [rowName(each), each]));
}

function sumsOf(named: readonly (readonly [name: string, tokens: AnswerTokens])[]): ReadonlyMap<string, AnswerTokens> {
  const sums = new Map<string, AnswerTokens>();
  for (const [name, each] of named) sums.set(name, plus(sums.get(name) ?? NO_TOKENS, each));
  return sums;
}

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

export function hasCost({ cost }: Cost): boolean {
  return cost !== undefined;
}

/** A row of a table; missing members are unknown for this grouping. */
export interface StatsRow extends Partial<Pick<Sizes, 'conversations' | 'messages' | 'bytes'>> {
  readonly name: string;
  readonly calls?: number | undefined;
  readonly tokens: AnswerTokens | null;
}

/** Rows in the order of names. Tools with the most calls come first, and conversations with the most tokens, or else bytes. */
export function rowsBy(all: readonly StoreStats[], by: StatsGrouping): StatsRow[] {
  const sizes = sizesIn(all, by);
  const tokens = sumsOf(namedTokens(all, by));
  const names = [...new Set([...sizes.keys(), ...tokens.keys()])].sort();
  const rows = names.map((name) => ({ name, ...sizes.get(name), tokens: tokens.get(name) ?? null }));
  if (by === 'session') return rows.sort((a, b) => usedBy(b) - usedBy(a) || (b.bytes ?? 0) - (a.bytes ?? 0));
  return by === 'tool' ? rows.sort((a, b) => (b.calls ?? 0) - (a.calls ?? 0)) : rows;
}

export function usedBy({ tokens }: Pick<StatsRow, 'tokens'>): number {
  return tokens === null ? 0 : tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
}

export function totalRow(
  rows: readonly Omit<StatsRow, 'name'>[],
  all: readonly StoreStats[],
  { ofTools, ofTimes }: { readonly ofTools: boolean; readonly ofTimes: boolean },
): StatsRow {
  const tokens = rows.flatMap((row) => row.tokens ?? []).reduce(plus, NO_TOKENS);
  const calls = rows.reduce((sum, row) => sum + (row.calls ?? 0), 0);
  const total = { name: 'in all', ...totalOf(all), ...(ofTools ? { calls } : {}), tokens };
  if (!ofTimes) return total;
  // Conversations of the rows alone: others began at other times.
  return { ...total, conversations: rows.reduce((sum, row) => sum + (row.conversations ?? 0), 0) };
}

type RowSizes = Omit<StatsRow, 'name' | 'tokens'>;

function sizesIn(all: readonly StoreStats[], by: StatsGrouping): ReadonlyMap<string, RowSizes> {
  if (by === 'model') return new Map();
  if (by === 'tool') return counts(all, callsByTool, (calls) => ({ calls }));
  if (by === 'month')
    return counts(
      all,
      ({ months }) => months,
      (conversations) => ({ conversations }),
    );
  if (by === 'day' || by === 'week')
    return counts(
      all,
      ({ days = [] }) => days,
      (conversations) => ({ conversations }),
      by === 'day' ? String : weekOf,
    );
  // A branch may have only messages of conversations that count on another.
  const met = all.filter(({ conversations, messages }) => conversations + messages > 0);
  const groups = grouped(met.map((each) => [nameOf(each, by), each]));
  const sizes = ([name, group]: readonly [string, readonly StoreStats[]]) => {
    const { conversations, messages, bytes } = totalOf(group);
    return [name, { conversations, messages, bytes }] as const;
  };
  return new Map([...groups].map(sizes));
}

function counts(
  all: readonly StoreStats[],
  of: (stats: StoreStats) => CountsByName,
  rowOf: (count: number) => RowSizes,
  named: (key: string) => string = String,
): ReadonlyMap<string, RowSizes> {
  const sums = new Map<string, number>();
  for (const [key, count] of all.flatMap(of)) addToCount(sums, named(key), count);
  return new Map([...sums].map(([name, count]) => [name, rowOf(count)]));
}

/** Calls by tool, most first; those of rarer tools together are the last. */
export function callsByTool({ tools, otherCalls }: Pick<StoreStats, 'tools' | 'otherCalls'>): CountsByName {
  return otherCalls === 0 ? tools : [...tools, ['others', otherCalls]];
}

/** Tokens by name; none for tools, which use no tokens of their own. */
function namedTokens(all: readonly StoreStats[], by: StatsGrouping): (readonly [name: string, tokens: AnswerTokens])[] {
  if (by === 'tool') return [];
  if (by === 'day' || by === 'week')
    return all.flatMap(({ daily = [] }) => daily.map((each) => [timeName(each.day, by), each] as const));
  return all.flatMap((stats) => stats.tokens.map((each) => [tokenName(stats, each, by), each] as const));
}

function timeName(day: string | null, by: 'day' | 'week' | 'month'): string {
  if (day === null) return UNKNOWN;
  if (by === 'month') return day.slice(0, '2026-03'.length);
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

export function nameOf(
  { kind, project, cwd = null, branch = null, session = null }: StoreStats,
  by: 'project' | 'branch' | 'session' | 'kind',
): string {
  if (by === 'branch') return branch ?? 'no branch';
  if (by === 'session') return session ?? 'no conversation';
  return by === 'kind' ? kind : (cwd ?? project ?? (KIND_TABLE[kind].hasSessions ? NO_FOLDER : kind));
}

function weekOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return UNKNOWN;
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, day.length);
}

export interface TogetherRow extends Omit<StatsRow, 'name'> {
  readonly names: readonly string[];
}

/** Rows in the order of names; tools within others with the most calls first. Null if programs do not record these together. */
export function rowsTogether(all: readonly StoreStats[], by: readonly StatsGrouping[]): TogetherRow[] | null {
  if (by.length < 2 || !areNotedTogether(by)) return null;
  const named = all.flatMap((stats) =>
    factsOf(stats, by).map((fact) => [by.map((what) => nameIn(what, stats, fact)).join('\0'), fact] as const),
  );
  const rows = Array.from(grouped(named), ([key, facts]) => ({ names: key.split('\0'), ...sumOf(facts) }));
  return rows.sort((a, b) => compareRows(a, b, by));
}

/** True if programs record all of these together: they record day and model of an answer, but neither of a call. */
function areNotedTogether(by: readonly StatsGrouping[]): boolean {
  return !by.includes('tool') || !by.some((what) => what === 'model' || isTimeGrouping(what));
}

export function isTimeGrouping(what: StatsGrouping): what is 'day' | 'week' | 'month' {
  return what === 'day' || what === 'week' || what === 'month';
}

interface StatsFact extends Omit<StatsRow, 'name' | 'tokens'> {
  readonly day?: string | null;
  readonly model?: string;
  readonly tool?: string;
  readonly tokens?: AnswerTokens;
}

function factsOf(stats: StoreStats, by: readonly StatsGrouping[]): StatsFact[] {
  const { daily = [] } = stats;
  if (by.includes('tool')) return callsByTool(stats).map(([tool, calls]) => ({ tool, calls }));
  return [...sizeFacts(stats, by), ...daily.map((tokens) => ({ day: tokens.day, model: tokens.model, tokens }))];
}

/** Sizes of a store. A model has no conversations of its own, and a time has those begun in it. */
function sizeFacts(
  { conversations, messages, bytes, days = [] }: StoreStats,
  by: readonly StatsGrouping[],
): StatsFact[] {
  if (by.includes('model') || conversations + messages === 0) return [];
  if (by.some(isTimeGrouping)) return days.map(([day, begun]) => ({ day, conversations: begun }));
  return [{ conversations, messages, bytes }];
}

function nameIn(what: StatsGrouping, stats: StoreStats, { day = null, model = '', tool = '' }: StatsFact): string {
  if (what === 'model') return model;
  if (what === 'tool') return tool;
  return isTimeGrouping(what) ? timeName(day, what) : nameOf(stats, what);
}

function sumOf(facts: readonly StatsFact[]): Omit<StatsRow, 'name'> {
  const sums: Partial<Record<(typeof SUMMED)[number], number>> = {};
  let tokens: AnswerTokens | null = null;
  for (const fact of facts) {
    for (const key of SUMMED) if (fact[key] !== undefined) sums[key] = (sums[key] ?? 0) + fact[key];
    if (fact.tokens !== undefined) tokens = plus(tokens ?? NO_TOKENS, fact.tokens);
  }
  return { ...sums, tokens };
}

const SUMMED = ['conversations', 'messages', 'bytes', 'calls'] as const;

function compareRows(a: TogetherRow, b: TogetherRow, by: readonly StatsGrouping[]): number {
  const n = a.names.findIndex((name, i) => name !== b.names[i]);
  if (by[n] === 'tool' && n > 0) return (b.calls ?? 0) - (a.calls ?? 0);
  return (a.names[n] ?? '') < (b.names[n] ?? '') ? -1 : 1;
}
