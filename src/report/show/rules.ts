import type { Message } from '../../model/conversation.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { healedHere } from './healed.ts';
import { isHealed, type Remark, recordAt } from './placed.ts';

/** A line before a message: what is wrong there, or was healed, and what the message notes itself. */
export interface MessageRule {
  /** Null for a note alone. */
  readonly remark: Remark | null;
  readonly text: string;
}

/** The lines before a message; a finding about the same as a note of the message is one line with it, in the words of the note. */
export function rulesAt(
  { at, before = [] }: Message,
  found: readonly Remark[],
  notes: readonly string[],
): MessageRule[] {
  const isNoted = (each: Remark): boolean => !isHealed(each) && each.at !== null && recordAt(each.at) === recordAt(at);
  const noted = before.length > 0 ? (found.find(isNoted) ?? null) : null;
  return [
    ...found.filter((each) => each !== noted).map(ruleOf),
    ...notes.map((text, n) => ({ remark: n === 0 ? noted : null, text })),
  ];
}

/** The line of what is wrong, or was healed. */
export function ruleOf(remark: Remark): MessageRule {
  return { remark, text: isHealed(remark) ? healedHere(remark) : sentenceOf(remark) };
}
