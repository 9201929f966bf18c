import { elements, isObject, isString, member, type Value } from '../../../codecs/json/value.ts';

/** A member as JSON.parse has it. */
export function last(object: Value, key: string): Value | null {
  return member(object, key, 'last');
}

/** The objects in a list of the document, as they are. */
export function objectsIn(object: Value, key: string): Value[] {
  const list = last(object, key);
  return list === null ? [] : elements(list).filter((each) => isObject(each));
}

/** The phases that the adapter knows (docs/formats/tenex.md, "Phases"). */
export const PHASES = ['chat', 'brainstorm', 'plan', 'execute', 'verification', 'chores', 'reflection'] as const;

const KNOWN: ReadonlySet<string> = new Set(PHASES);

/** Does TENEX take this for a phase: it minds no case, and trims nothing. */
export function isPhase(text: string): boolean {
  return KNOWN.has(text) || KNOWN.has(text.toLowerCase());
}

/** Every text of a document that TENEX reads as a phase: its own, then those of its transitions and turns. */
export function phaseSites(body: Value): Value[] {
  const transitions = objectsIn(body, 'phaseTransitions').flatMap((each) => [last(each, 'from'), last(each, 'to')]);
  const turns = objectsIn(body, 'orchestratorTurns').map((each) => last(each, 'phase'));
  return [last(body, 'phase'), ...transitions, ...turns].filter((each) => isString(each));
}
