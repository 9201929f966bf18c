import { unchanged } from '../../decided.ts';
import type { Ask, Decided, Left, Piece } from '../../kind.ts';
import type { ClaudeDocument } from '../document.ts';
import { rename, tag } from './append.ts';
import { fork } from './fork.ts';
import { heal } from './heal.ts';
import { rehome } from './rehome.ts';
import { archive, remove, restore } from './shelve.ts';

/** What a changing verb does to one session. */
export function decide(document: ClaudeDocument, ask: Ask): Decided {
  return ask.verb === 'rehome' ? rehome(document, ask) : { id: document.id, outcome: outcomeOf(document, ask) };
}

function outcomeOf(document: ClaudeDocument, ask: Exclude<Ask, { readonly verb: 'rehome' }>): Piece | Left {
  switch (ask.verb) {
    case 'heal':
      return heal(document, ask);
    case 'fork':
      return fork(document, ask);
    case 'archive':
      return archive(document);
    case 'restore':
      return restore(document);
    case 'delete':
      return remove(document);
    case 'rename':
      return rename(document, ask);
    case 'tag':
      return tag(document, ask);
    default:
      return unchanged('has one format only');
  }
}
