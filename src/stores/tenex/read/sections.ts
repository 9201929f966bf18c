import { elements, isArray, isObject, type Member, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { type Cut, cutOf } from '../../engine/faults/torn.ts';

/** A member as JSON.parse has it. */
export function last(object: Value | null | undefined, key: string): Value | null {
  return member(object, key, 'last');
}

/** The objects in a list of the document, as they are. */
export function objectsIn(object: Value | null, key: string): Value[] {
  return elements(last(object, key)).filter((each) => isObject(each));
}

/** The phases that the adapter knows (docs/formats/tenex.md, "Phases"). */
export const PHASES = ['chat', 'brainstorm', 'plan', 'execute', 'verification', 'chores', 'reflection'] as const;

const KNOWN: ReadonlySet<string> = new Set(PHASES);

/** Does TENEX take this for a phase: it minds no case, and trims nothing. */
export function isPhase(text: string): boolean {
  return KNOWN.has(text) || KNOWN.has(text.toLowerCase());
}

/** How far a document that was cut can be kept: every event and section that is whole, and the whole entries of one that was cut. */
export function tenexCut(body: Value): Cut {
  return cutOf(body, standsAlone);
}

/** Whether the history is among what is kept: without it there is no conversation. */
export function keepsHistory(cut: Cut): boolean {
  if (cut.section !== null && textOf(cut.section.key) === 'history') return cut.entries > 0;
  return keepsMember(cut, 'history');
}

/** Whether a member is kept, whole or as far as it goes. */
export function keepsMember({ whole, section }: Cut, key: string): boolean {
  return whole.some((each) => textOf(each.key) === key) || (section !== null && textOf(section.key) === key);
}

/** Half of these sections is of use: their entries do not depend on each other. */
function standsAlone({ key, value }: Member): boolean {
  const lists = ['history', 'phaseTransitions', 'orchestratorTurns'];
  return isArray(value)
    ? lists.includes(textOf(key))
    : ['agentStates', 'metadata'].includes(textOf(key)) && isObject(value);
}
