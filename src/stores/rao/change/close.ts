import type { Ask, Closing } from '../../kind.ts';
import type { Facts } from '../facts.ts';
import { healNames } from './heal-names.ts';
import { closeJoined } from './joined/close-joined.ts';

/** What a base owes when its last unit was seen: the Change of all that is joined, or repairs of its tables of names. */
export function close(facts: Facts, ask: Ask, whole: boolean): Iterable<Closing> {
  return ask.verb === 'heal' ? healNames(facts, ask, whole) : closeJoined(facts, ask);
}
