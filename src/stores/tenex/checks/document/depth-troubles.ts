import { deeperThan } from '../../../../codecs/json/depth.ts';
import { elements, isArray, member, type Value } from '../../../../codecs/json/value.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import type { Decoded } from '../../decode/decoded.ts';
import { DEEPEST } from '../../decode/events/oddities.ts';

/**
 * What TENEX keeps without looking into it, and cannot write again when it is nested too deep. Everything else of a document has
 * a known shape, and TENEX drops or refuses what goes beyond it. The pointer stops at the member: the whole would be as long as deep.
 */
export function* depthTroubles(members: Decoded['members']): Generator<Trouble> {
  for (const { value, at, levels } of keptWhole(members)) {
    const deep = deeperThan(value, DEEPEST - levels);
    if (deep === null) continue;
    yield atValue('TX017', deep, at, 'crashes', `nested more than ${DEEPEST} levels deep: every save fails`);
    return;
  }
}

interface Kept {
  readonly value: Value;
  readonly at: string;
  /** Levels around it. */
  readonly levels: number;
}

function* keptWhole(members: Decoded['members']): Generator<Kept> {
  const metadata = members.get('metadata');
  if (metadata !== undefined) yield { value: metadata, at: '/metadata', levels: 1 };
  const transitions = members.get('phaseTransitions');
  if (!isArray(transitions)) return;
  for (const [n, transition] of elements(transitions).entries()) {
    const value = member(transition, 'artifacts', 'last');
    if (value !== null) yield { value, at: `/phaseTransitions/${n}/artifacts`, levels: 3 };
  }
}
