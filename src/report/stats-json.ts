import type { Members } from '../contract/documents.ts';
import type { By, StoreStats } from '../model/stats.ts';
import type { Covered } from '../model/unsearched.ts';
import { contractJson, missedJson } from './json-text.ts';
import { rowsBy, tokensBy, totalOf } from './stats-by.ts';
import { isoText } from './time.ts';

/** With the table of `by`. */
export function statsJson(all: readonly StoreStats[], counted: Covered, by?: By): string {
  const table = by === undefined ? undefined : { what: by, rows: [...rowsBy(all, by)] };
  return contractJson('stats', { ...statsMembers(all), by: table, findings: missedJson(counted) });
}

export function statsMembers(all: readonly StoreStats[]): Pick<Members<'stats'>, 'stores' | 'total'> {
  const stores = all.map((each) => ({
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
