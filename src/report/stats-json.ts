import type { Members } from '../contract/documents.ts';
import type { By, StoreStats } from '../model/stats.ts';
import type { Covered } from '../model/unsearched.ts';
import { contractJson, missedJson } from './json-text.ts';
import { rowsBy, tokensBy, totalOf } from './stats-by.ts';
import { isoText } from './time.ts';

/** With a table for each of `by`. */
export function statsJson(all: readonly StoreStats[], counted: Covered, by: readonly By[]): string {
  const tables = by.map((what) => ({ what, rows: rowsBy(all, what) }));
  const several = tables.length > 1 ? { tables } : {};
  return contractJson('stats', { ...statsMembers(all), by: tables[0], ...several, findings: missedJson(counted) });
}

export function statsMembers(all: readonly StoreStats[]): Pick<Members<'stats'>, 'stores' | 'total'> {
  const stores = all.map(({ days: _, daily: __, ...each }) => ({
    ...each,
    oldestIso: isoText(each.oldest),
    newestIso: isoText(each.newest),
    largest: each.largest.map((one) => ({ ...one })),
    contents: each.contents.map((one) => ({ ...one })),
    tokens: each.tokens.map((one) => ({ ...one })),
  }));
  const { conversations, archived, unreadable, bytes, messages } = totalOf(all);
  const tokens = tokensBy(
    all.flatMap((each) => each.tokens),
    ({ model }) => model,
  );
  const total = {
    ...{ conversations, archived, unreadable, bytes, messages },
    tokens: [...tokens].map(([model, sums]) => ({ model, ...sums })),
  };
  return { stores, total };
}
