import { isCode, ruleOf } from '../../model/findings.ts';
import type { Healed } from '../../model/healed.ts';
import { countText } from '../numbers.ts';
import { printable } from '../printable.ts';
import { type Clock, timeOf } from '../time.ts';

/** A heal of a conversation, at its top: when it was, and what it took away. */
export function healedText(healed: Healed, clock: Clock | null): string {
  const { number, startedAt, codes } = healed;
  const what = [...new Set(codes)]
    .sort()
    .map((code) => (isCode(code) ? `${code} ${ruleOf(code).title}` : printable(code)));
  return `healed by run ${number}, ${timeOf(startedAt, clock)}: ${what.join('; ')}`;
}

/** What is undone with its command. */
export function undoneWith({ others }: Healed): string {
  return others > 0 ? `it and ${countText(others, 'other change')}` : 'it';
}

/** A heal named at a message; the top of the page describes it. */
export function healedHere({ number }: Healed): string {
  return `healed here by run ${number}`;
}
