import type { StoreStats } from '../../model/stats.ts';
import { numberText } from '../numbers.ts';
import { printable } from '../printable.ts';
import { type AnswerTokens, manyText, tokensBy } from '../stats-by.ts';
import { monthChart, summedByMonth } from './chart.ts';
import { tableHtml } from './table.ts';

const HEADS = ['answers', 'input', 'output', 'cache read', 'cache write'];

/** By model, then by month up to `until`. Empty without tokens. */
export function tokensSection(stores: readonly StoreStats[], until: string): string {
  const all = stores.flatMap(({ tokens }) => tokens);
  if (all.length === 0) return '';
  const values = summedByMonth(
    all.flatMap(({ month, model, output }) => (month === null ? [] : [[month, printable(model), output] as const])),
  );
  const chart = monthChart({ label: 'output tokens by month and model', values, say: manyText, until });
  const models = [...tokensBy(all, ({ model }) => model)].sort(([, a], [, b]) => b.output - a.output);
  const byModel = tableHtml({
    label: 'tokens by model',
    heads: ['model', ...HEADS],
    rows: models.map(([model, sums]) => [printable(model), ...cellsOf(sums)]),
    right: 1,
  });
  const monthly = [...tokensBy(all, ({ model, month }) => `${month ?? 'unknown'} ${model}`)].sort(([a], [b]) =>
    a < b ? 1 : -1,
  );
  const byMonth = tableHtml({
    label: 'tokens by month and model',
    heads: ['month', 'model', ...HEADS],
    rows: monthly.map(([name, sums]) => {
      const [month = '', ...model] = name.split(' ');
      return [month, printable(model.join(' ')), ...cellsOf(sums)];
    }),
    right: 2,
  });
  return `${byModel}<p class="facts">output tokens in each month</p>\n${chart}<details class="fold"><summary>by month and model</summary>\n${byMonth}</details>\n`;
}

function cellsOf({ answers, input, output, cacheRead, cacheWrite }: AnswerTokens): string[] {
  return [answers, input, output, cacheRead, cacheWrite].map(numberText);
}
