import { type Code, ruleOf } from '../../model/findings.ts';
import { counted } from '../../model/grouped.ts';
import { countText } from '../numbers.ts';
import type { WordedReport } from '../worded.ts';

/** Items from which a plan begins with what it does, code by code. */
const MANY = 20;

/** The heals that a dry run of many plans, code by code, the most frequent first; nothing for a few. */
export function byCodeText({ dryRun, items }: WordedReport): string[] {
  if (!dryRun || items.length <= MANY) return [];
  const counts = counted(items.flatMap(({ state, codes }) => (state === 'changed' ? codes : [])));
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const lines = sorted.map(
    ([code, count]) => `${code} in ${countText(count, 'conversation')}: ${ruleOf(code as Code).title}`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}
