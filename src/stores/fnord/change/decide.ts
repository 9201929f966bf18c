import { refusePath } from '../../../model/plan-path.ts';
import { refused, unchanged } from '../../decided.ts';
import type { Ask, Left, Piece } from '../../kind.ts';
import type { FnordDocument } from '../document.ts';
import { fork } from './fork.ts';
import { heal } from './heal.ts';
import { migrate } from './migrate.ts';
import { archive, remove, restore } from './shelve.ts';

/** What a verb does to one fnord conversation. */
export function decide(document: FnordDocument, ask: Ask): Piece | Left {
  const { id } = document;
  if (id.includes('/') || refusePath(id) !== null)
    return refused({ codes: [], reason: 'has an id that is no file name' });
  switch (ask.verb) {
    case 'heal':
      return heal(document, ask);
    case 'migrate':
      return migrate(document, ask);
    case 'fork':
      return fork(document, ask);
    case 'archive':
      return archive(document);
    case 'restore':
      return restore(document);
    case 'delete':
      return remove(document);
    case 'rename':
      return refused({ codes: [], reason: 'cannot be renamed: fnord shows the first question, and stores no title' });
    case 'rehome':
      return unchanged();
    case 'tag':
      return refused({ codes: [], reason: 'cannot be tagged: fnord stores no tags' });
  }
}
