import type { Ask, Decided, Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import { heal } from './heal.ts';
import { remove } from './joined/delete.ts';
import { fork } from './joined/fork.ts';
import { archive, restore } from './joined/shelve.ts';
import { migrate } from './migrate.ts';

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
  }
}
