import { isString, type Value } from '../../../codecs/json/value.ts';
import { last, objectsIn } from './sections.ts';

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
