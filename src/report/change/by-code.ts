import { type Code, ruleOf } from '../../model/findings.ts';
import { counted } from '../../model/grouped.ts';
import { countText } from '../numbers.ts';
import type { WordedReport } from '../worded.ts';

/** Larger plans begin with a summary by code. */
const MANY = 20;

/** Heals of a large dry run by code, most frequent first. Empty for a small one. */
export function byCodeText({ dryRun, items }: WordedReport): string[] {
  if (!dryRun || items.length <= MANY) return [];
  const counts = counted(items.flatMap(({ state, codes }) => (state === 'changed' ? codes : [])));
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const lines = sorted.map(
    ([code, count]) => `${code} in ${countText(count, 'conversation')}: ${ruleOf(code as Code).title}`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}
