import { grouped } from '../model/collections.ts';
import { NO_TOKENS, type StatsGrouping, type StoreStats } from '../model/stats.ts';
import { type AnswerTokens, callsByTool, nameOf, plus, type StatsRow, timeName } from './stats-rows.ts';

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
