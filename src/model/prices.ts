import type { StoreStats, TokenCount, Tokens } from './stats.ts';

/** Prices per million tokens, in the person's own currency. */
export interface ModelPrices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export type PriceTable = ReadonlyMap<string, ModelPrices>;

/** Prices of a model, by its whole name, or without the date at its end. Other prefixes are other models. */
export function pricesOf(table: PriceTable, model: string): ModelPrices | null {
  return table.get(model) ?? table.get(model.replace(DATED, '')) ?? null;
}

const DATED = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

export function withCosts(all: readonly StoreStats[], table: PriceTable): StoreStats[] {
  return all.map(({ tokens, daily, ...stats }) => ({
    ...stats,
    tokens: tokens.map((each) => withCost(each, table)),
    ...(daily === undefined ? {} : { daily: daily.map((each) => withCost(each, table)) }),
  }));
}

function withCost<T extends Tokens & Pick<TokenCount, 'model' | 'answers'>>(each: T, table: PriceTable): T {
  const prices = pricesOf(table, each.model);
  if (prices === null) return { ...each, cost: 0, unpriced: each.answers };
  const { input, output, cacheRead, cacheWrite } = each;
  const sum =
    input * prices.input + output * prices.output + cacheRead * prices.cacheRead + cacheWrite * prices.cacheWrite;
  return { ...each, cost: sum / 1e6, unpriced: 0 };
}

export function unpricedModels(all: readonly StoreStats[]): string[] {
  const models = all.flatMap(({ tokens }) =>
    tokens.flatMap(({ model, unpriced = 0 }) => (unpriced > 0 ? [model] : [])),
  );
  return [...new Set(models)].sort();
}
