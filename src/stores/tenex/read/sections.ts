import { elements, isArray, isObject, type Member, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { type Cut, cutOf } from '../../engine/faults/torn.ts';

/** A member as JSON.parse has it. */
export function last(object: Value | null | undefined, key: string): Value | null {
  return member(object, key, 'last');
}

export function objectsIn(object: Value | null, key: string): Value[] {
  return elements(last(object, key)).filter((each) => isObject(each));
}

/** The phases that the adapter knows (docs/formats/tenex.md, "Phases"). */
export const PHASES = ['chat', 'brainstorm', 'plan', 'execute', 'verification', 'chores', 'reflection'] as const;

const KNOWN: ReadonlySet<string> = new Set(PHASES);

/** As TENEX compares phases: without case, untrimmed. */
export function isPhase(text: string): boolean {
  return KNOWN.has(text) || KNOWN.has(text.toLowerCase());
}

/** How much of a cut document can be kept: whole events and sections, and whole entries of the cut section. */
export function tenexCut(body: Value): Cut {
  return cutOf(body, standsAlone);
}

/** Without the history there is no conversation. */
export function keepsHistory(cut: Cut): boolean {
  if (cut.section !== null && textOf(cut.section.key) === 'history') return cut.entries > 0;
  return keepsMember(cut, 'history');
}

/** True for a member that is kept, whole or cut. */
export function keepsMember({ whole, section }: Cut, key: string): boolean {
  return whole.some((each) => textOf(each.key) === key) || (section !== null && textOf(section.key) === key);
}

/** Sections whose entries are independent: half of one is of use. */
function standsAlone({ key, value }: Member): boolean {
  const lists = ['history', 'phaseTransitions', 'orchestratorTurns'];
  return isArray(value)
    ? lists.includes(textOf(key))
    : ['agentStates', 'metadata'].includes(textOf(key)) && isObject(value);
}
