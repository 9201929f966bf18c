import {
  elements,
  isArray,
  isObject,
  isString,
  lexemeOf,
  type Member,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { type TruncationPoint, truncationPoint } from '../../engine/faults/torn.ts';
import { lastValue } from '../../engine/text-at.ts';

/** A finite number at the last of equal keys; null for none. */
export function numberAt(object: Value, key: string): number | null {
  return finiteNumber(lastValue(object, key));
}

export function finiteNumber(value: Value | null): number | null {
  if (value === null || typeOf(value) !== 'number') return null;
  const number = Number(lexemeOf(value));
  return Number.isFinite(number) ? number : null;
}

export function textMember(
  decoded: { readonly members: ReadonlyMap<string, Value> } | null,
  key: string,
): string | null {
  const value = decoded?.members.get(key);
  return isString(value) ? textOf(value) : null;
}

/** A time that TENEX can use: finite and not 0, in seconds. */
export function usableTime(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value !== 0 ? value : null;
}

export function wholeSeconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.floor(seconds);
}

export function objectElements(object: Value | null, key: string): Value[] {
  return elements(lastValue(object, key)).filter((each) => isObject(each));
}

/** The phases that the adapter knows (docs/formats/tenex.md, "Phases"). */
export const PHASES = ['chat', 'brainstorm', 'plan', 'execute', 'verification', 'chores', 'reflection'] as const;

const KNOWN_PHASES: ReadonlySet<string> = new Set(PHASES);

/** True for a known phase, compared as TENEX does: without case, untrimmed. */
export function isPhase(text: string): boolean {
  return KNOWN_PHASES.has(text) || KNOWN_PHASES.has(text.toLowerCase());
}

/** How much of a cut document can be kept: whole events and sections, and whole entries of the cut section. */
export function tenexTruncation(body: Value): TruncationPoint {
  return truncationPoint(body, standsAlone);
}

export function keepsHistory(truncation: TruncationPoint): boolean {
  if (truncation.section !== null && textOf(truncation.section.key) === 'history') return truncation.entries > 0;
  return keepsMember(truncation, 'history');
}

export function keepsMember({ whole, section }: TruncationPoint, key: string): boolean {
  return whole.some((each) => textOf(each.key) === key) || (section !== null && textOf(section.key) === key);
}

/** True for sections whose entries are independent: half of one is of use. */
function standsAlone({ key, value }: Member): boolean {
  const lists = ['history', 'phaseTransitions', 'orchestratorTurns'];
  return isArray(value)
    ? lists.includes(textOf(key))
    : ['agentStates', 'metadata'].includes(textOf(key)) && isObject(value);
}
