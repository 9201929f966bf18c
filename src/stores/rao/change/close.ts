import { unchanged } from '../../decided.ts';
import type { Around, Ask, Decided, Left } from '../../kind.ts';
import type { Facts } from '../facts.ts';
import { healNames } from './heal-names.ts';
import { followNames } from './joined/follow-names.ts';

/** What waits for the end of a base: what becomes of its tables of names. */
export function close(facts: Facts, ask: Ask, decided: readonly Decided[], whole: boolean): Around | Left {
  if (ask.verb === 'heal') return healNames(facts, ask, whole);
  const pieces = decided.flatMap(({ id, outcome }) => (outcome.state === 'changed' ? [{ id, piece: outcome }] : []));
  return ask.verb === 'migrate' || pieces.length === 0 ? unchanged() : followNames(facts, ask.verb, pieces);
}
