import { maximum } from '../../model/maximum.ts';
import { printable } from '../printable.ts';
import { commandHtml, escapeHtml } from './escape.ts';

/** Text, or trusted markup. */
export type TableCell = string | { readonly html: string };

/** Columns from `right` on are right-aligned. */
export interface TableData {
  /** Accessible name. */
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
  readonly right: number;
}

/** Scrolls by keyboard if too wide. */
export function tableHtml({ label, heads, rows, right }: TableData): string {
  const sideOf = (column: number) => (column >= right ? ' class="right"' : '');
  const head = heads
    .map((each, i) => (each === '' ? '<td></td>' : `<th scope="col"${sideOf(i)}>${escapeHtml(each)}</th>`))
    .join('');
  const body = rows.map((row) => `<tr>${row.map((cell, i) => cellHtml(cell, sideOf(i))).join('')}</tr>\n`).join('');
  return `<div class="wide" role="region" tabindex="0" aria-label="${escapeHtml(label)}"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}</tbody>\n</table></div>\n`;
}

function cellHtml(cell: TableCell, side: string): string {
  return `<td${side}>${typeof cell === 'string' ? escapeHtml(cell) : cell.html}</td>`;
}

export function commandCell(command: string): TableCell {
  return { html: commandHtml(command) };
}

/** Breaks anywhere. */
export function pathCell(path: string): TableCell {
  return { html: `<span class="path">${escapeHtml(printable(path))}</span>` };
}

/** Rows with bars; beyond `most` summed up. */
export function barTable(
  label: string,
  heads: readonly [string, string],
  { counts, say, most }: { counts: ReadonlyMap<string, number>; say: (count: number) => string; most: number },
): string {
  const all = [...counts].filter(([, count]) => count > 0);
  if (all.length === 0) return '';
  const rest = all.slice(most).reduce((sum, [, count]) => sum + count, 0);
  const shown = all.slice(0, most);
  const rows = rest === 0 ? shown : [...shown, [`${all.length - most} others`, rest] as const];
  const highest = maximum(rows.map(([, count]) => count));
  return tableHtml({
    label,
    heads: [...heads, ''],
    rows: rows.map(([name, count]) => [
      printable(name),
      { html: `<span class="count">${escapeHtml(say(count))}</span>` },
      bar(count / highest),
    ]),
    right: 3,
  });
}

/** Redundant to the number beside it. */
export function bar(share: number): TableCell {
  const width = Math.max(0.5, 100 * share).toFixed(1);
  return {
    html: `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`,
  };
}
