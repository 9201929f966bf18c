import { countText } from './text.ts';

/** Counts by rule, the most frequent first, as many as fit on a screen. */
export function ruleCounts(counts: ReadonlyMap<string, number>): string {
  const rules = [...counts].sort(([, a], [, b]) => b - a).map(([rule, count]) => `${count} ${rule}`);
  const unnamed = rules.length - MAX_RULES_NAMED;
  const more = unnamed > 0 ? [`and of ${countText(unnamed, 'more rule')}`] : [];
  return [...rules.slice(0, MAX_RULES_NAMED), ...more].join(', ');
}

const MAX_RULES_NAMED = 12;
