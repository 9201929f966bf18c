import { refused, unchanged } from '../../decided.ts';
import type { Around, Ask, Decided, Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import type { Facts } from '../facts.ts';
import { followNames } from './follow-names.ts';
import { fork } from './fork.ts';
import { heal } from './heal.ts';
import { healNames } from './heal-names.ts';
import { migrate } from './migrate.ts';
import { rename } from './rename.ts';
import { archive, remove, restore } from './shelve.ts';

/** What a verb does to one number. */
export function decide(document: RaoDocument, ask: Ask, soFar: readonly Decided[]): Piece | Left {
  switch (ask.verb) {
    case 'heal':
      return heal(document, ask);
    case 'migrate':
      return migrate(document, ask);
    case 'fork':
      return fork(document, ask, soFar);
    case 'archive':
      return archive(document);
    case 'restore':
      return restore(document, ask, soFar);
    case 'delete':
      return remove(document);
    case 'rename':
      return rename(document, ask);
    case 'rehome':
      return unchanged();
    case 'tag':
      return refused({ codes: [], reason: 'cannot be tagged: Rao stores no tags' });
  }
}

/** What waits for the end of a base: what becomes of its tables of names. */
export function close(facts: Facts, ask: Ask, decided: readonly Decided[], whole: boolean): Around | Left {
  if (ask.verb === 'heal') return healNames(facts, ask, whole);
  const pieces = decided.flatMap(({ id, outcome }) => (outcome.state === 'changed' ? [{ id, piece: outcome }] : []));
  if (ask.verb === 'migrate' || ask.verb === 'tag' || ask.verb === 'rehome' || pieces.length === 0) return unchanged();
  return followNames(facts, ask, pieces);
}
