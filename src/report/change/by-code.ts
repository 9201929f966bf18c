import { type Code, row } from '../../model/findings.ts';
import { countText } from '../numbers.ts';
import type { WordedReport } from '../worded.ts';

/** Items from which a plan begins with what it does, code by code. */
const MANY = 20;

/** The heals that a dry run of many plans, code by code, the most frequent first; nothing for a few. */
export function byCodeText({ dryRun, items }: WordedReport): string[] {
  if (!dryRun || items.length <= MANY) return [];
  const counts = new Map<string, number>();
  for (const { state, codes } of items)
    if (state === 'changed') for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const lines = sorted.map(
    ([code, count]) => `${code} in ${countText(count, 'conversation')}: ${row(code as Code).title}`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}
