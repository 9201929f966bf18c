import { type Code, ruleOf } from '../../model/findings.ts';
import { counted } from '../../model/grouped.ts';
import { countText } from '../numbers.ts';
import type { WordedReport } from '../worded.ts';

/** Larger plans begin with a summary by code. */
const MANY = 3;
/** Codes that are named; with the rest of a summary they fit a screen. */
const NAMED = 12;

/** Heals of a planned report by code, most frequent first. Empty for a small one. */
export function byCodeText({ items }: Pick<WordedReport, 'items'>): string[] {
  if (items.length <= MANY) return [];
  const counts = counted(items.flatMap(({ state, codes }) => (state === 'changed' ? codes : [])));
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const lines = sorted
    .slice(0, NAMED)
    .map(([code, count]) => `${code} in ${countText(count, 'conversation')}: ${ruleOf(code as Code).title}`);
  const rest = sorted.length - NAMED;
  if (rest > 0) lines.push(`and ${countText(rest, 'more code')}`);
  return lines.length === 0 ? [] : [...lines, ''];
}
