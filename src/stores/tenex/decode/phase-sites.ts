import { isString, type Value } from '../../../codecs/json/value.ts';
import { last, objectsIn } from './sections.ts';

/** Every text of a document that TENEX reads as a phase: its own, then those of its transitions and turns. */
export function phaseSites(body: Value): Value[] {
  const transitions = objectsIn(body, 'phaseTransitions').flatMap((each) => [last(each, 'from'), last(each, 'to')]);
  const turns = objectsIn(body, 'orchestratorTurns').map((each) => last(each, 'phase'));
  return [last(body, 'phase'), ...transitions, ...turns].filter((each) => isString(each));
}
