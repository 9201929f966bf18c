import type { Message } from '../../model/conversation.ts';
import type { PlacedFinding } from '../../model/finding.ts';
import { isCode, ruleOf } from '../../model/findings.ts';
import type { Healed, UndoableHeal } from '../../model/run.ts';
import { sentenceOf } from '../findings/sentence.ts';
import { countText } from '../numbers.ts';
import { printable } from '../printable.ts';
import { type Clock, timeOf } from '../time.ts';
import { isHealed, type Remark, recordAt } from './placed.ts';

export interface MessageRule {
  /** Null for a note. */
  readonly remark: Remark | null;
  readonly text: string;
}

/** A finding with a note's cause shares its line, in the note's words. So does a finding that causes it. */
export function rulesAt(
  { at, before = [] }: Message,
  found: readonly Remark[],
  notes: readonly string[],
): MessageRule[] {
  const isHere = (each: PlacedFinding): boolean => each.at !== null && recordAt(each.at) === recordAt(at);
  const findings = before.length > 0 ? found.filter((each): each is PlacedFinding => !isHealed(each)) : [];
  const noted = findings.find(isHere) ?? null;
  const cause = noted === null ? findings.find(({ consequences }) => consequences?.some(isHere)) : undefined;
  const [note = ''] = notes;
  return [
    ...found
      .filter((each) => each !== noted)
      .map((each) => (each === cause ? { remark: each, text: sentenceWith(cause, isHere, note) } : messageRule(each))),
    ...notes.slice(cause === undefined ? 0 : 1).map((text, n) => ({ remark: n === 0 ? noted : null, text })),
  ];
}

/** Omits consequences that a note at their message mentions. */
function sentenceWith(cause: PlacedFinding, isHere: (each: PlacedFinding) => boolean, note: string): string {
  const [here, consequences] = [cause.consequences?.find(isHere), cause.consequences?.filter((each) => !isHere(each))];
  return `${sentenceOf({ ...cause, ...(consequences && { consequences }) })}, and therefore ${here?.code}: ${note}`;
}

export function messageRule(remark: Remark): MessageRule {
  return { remark, text: isHealed(remark) ? healedHere(remark) : sentenceOf(remark) };
}

/** Heading for a heal: when, and which codes. */
export function healedText(healed: Healed, clock: Clock | null): string {
  const { number, startedAt, codes } = healed;
  const what = [...new Set(codes)]
    .sort()
    .map((code) => (isCode(code) ? `${code} ${ruleOf(code).title}` : printable(code)));
  return `healed by run ${number}, ${timeOf(startedAt, clock)}: ${what.join('; ')}`;
}

export function undoneWith({ others }: UndoableHeal): string {
  return others > 0 ? `it and ${countText(others, 'other change')}` : 'it';
}

/** Short form at a message; the page's top has the details. */
function healedHere({ number }: Healed): string {
  return `healed here by run ${number}`;
}
