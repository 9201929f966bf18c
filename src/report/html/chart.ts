import { addToCount, maximum } from '../../model/collections.ts';
import { monthsBetween } from '../stats.ts';
import { escapeHtml } from './escape.ts';

export interface MonthlyData {
  readonly label: string;
  /** By month (`2026-03`), then part. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly say: (count: number) => string;
  /** The present month; later ones come from a wrong clock and are dropped. */
  readonly until: string;
}

export function summedByMonth(
  all: Iterable<readonly [month: string, part: string, count: number]>,
): Map<string, Map<string, number>> {
  const values = new Map<string, Map<string, number>>();
  for (const [month, part, count] of all) {
    const counts = values.get(month) ?? new Map<string, number>();
    addToCount(counts, part, count);
    values.set(month, counts);
  }
  return values;
}

const NEWEST_MONTHS = 48;
/** Number of parts with a colour of their own; all others share the last. */
const COLORS = 6;
const NAME = 62;
const CHART_WIDTH = 720;
const CHART_HEIGHT = 200;
const LEFT_MARGIN = 8;
const TOP = 18;
const BOTTOM_MARGIN = 22;

/** A static bar chart with its legend; empty without months. */
export function monthChart({ label, values, say, until }: MonthlyData): string {
  const known = [...values.keys()].filter((month) => month <= until).sort();
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return '';
  const months = monthsBetween(first, last).slice(-NEWEST_MONTHS);
  const parts = partsOf(values);
  const max = maximum(months.map((month) => totalOf(values.get(month))));
  // Limits the width of few bars.
  const step = Math.min((CHART_WIDTH - 2 * LEFT_MARGIN) / months.length, 56);
  const columns = months.map((month, i) => {
    const place = { x: LEFT_MARGIN + i * step, width: step * 0.78, max };
    return columnOf(month, values.get(month) ?? new Map(), { parts, place, say });
  });
  const every = Math.ceil(NAME / step);
  const names = months.map((month, i) => {
    const x = LEFT_MARGIN + i * step;
    return i % every === 0 && x + NAME <= CHART_WIDTH + LEFT_MARGIN
      ? text(x, CHART_HEIGHT + TOP + BOTTOM_MARGIN - 6, escapeHtml(month))
      : '';
  });
  const line = `<line x1="${LEFT_MARGIN}" x2="${CHART_WIDTH - LEFT_MARGIN}" y1="${CHART_HEIGHT + TOP}" y2="${CHART_HEIGHT + TOP}"/>`;
  const scale = text(LEFT_MARGIN, TOP - 6, `at most ${escapeHtml(say(max))} a month`);
  return `<svg class="chart" viewBox="0 0 ${CHART_WIDTH} ${CHART_HEIGHT + TOP + BOTTOM_MARGIN}" role="img" aria-label="${escapeHtml(label)}">${line}${scale}${columns.join('')}${names.join('')}</svg>\n${legend(parts)}`;
}

interface ColumnPlace {
  readonly x: number;
  readonly width: number;
  readonly max: number;
}

function columnOf(
  month: string,
  counts: ReadonlyMap<string, number>,
  { parts, place, say }: { parts: readonly string[]; place: ColumnPlace; say: (count: number) => string },
): string {
  let y = CHART_HEIGHT + TOP;
  const rects = parts.flatMap((part, i) => {
    const high = place.max === 0 ? 0 : ((counts.get(part) ?? 0) / place.max) * CHART_HEIGHT;
    if (high === 0) return [];
    y -= high;
    return `<rect class="part${Math.min(i, COLORS - 1)}" x="${place.x.toFixed(1)}" y="${y.toFixed(1)}" width="${place.width.toFixed(1)}" height="${high.toFixed(1)}"/>`;
  });
  const about = parts.flatMap((part) => (counts.has(part) ? `${part} ${say(counts.get(part) ?? 0)}` : []));
  return rects.length === 0
    ? ''
    : `<g><title>${escapeHtml(`${month}: ${about.join(', ')}`)}</title>${rects.join('')}</g>`;
}

function text(x: number, y: number, inside: string): string {
  return `<text x="${x.toFixed(1)}" y="${y}">${inside}</text>`;
}

function partsOf(values: MonthlyData['values']): string[] {
  const sums = new Map<string, number>();
  for (const counts of values.values()) for (const [part, count] of counts) addToCount(sums, part, count);
  return [...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([part]) => part);
}

function totalOf(counts: ReadonlyMap<string, number> = new Map()): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function legend(parts: readonly string[]): string {
  const own = parts.slice(0, COLORS - 1).map((part, i) => legendItem(escapeHtml(part), i));
  const rest = parts.slice(COLORS - 1);
  if (rest.length === 1) own.push(legendItem(escapeHtml(String(rest[0])), COLORS - 1));
  else if (rest.length > 1) own.push(legendItem(`${rest.length} others`, COLORS - 1));
  return `<ul class="legend">${own.join('')}</ul>\n`;
}

function legendItem(name: string, color: number): string {
  return `<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="part${color}" width="10" height="10" rx="2"/></svg>${name}</li>`;
}
