import { isCode, ruleOf } from '../../model/findings.ts';
import type { Healed, UndoableHeal } from '../../model/run.ts';
import { countText } from '../numbers.ts';
import { printable } from '../printable.ts';
import { type Clock, timeOf } from '../time.ts';

/** Heading for a heal: when, and which codes. */
export function healedText(healed: Healed, clock: Clock | null): string {
  const { number, startedAt, codes } = healed;
  const what = [...new Set(codes)]
    .sort()
    .map((code) => (isCode(code) ? `${code} ${ruleOf(code).title}` : printable(code)));
  return `healed by run ${number}, ${timeOf(startedAt, clock)}: ${what.join('; ')}`;
}

/** Other changes that its undo reverts. */
export function undoneWith({ others }: UndoableHeal): string {
  return others > 0 ? `it and ${countText(others, 'other change')}` : 'it';
}

/** Short form at a message; the page's top has the details. */
export function healedHere({ number }: Healed): string {
  return `healed here by run ${number}`;
}
