import { unchanged } from '../../decided.ts';
import type { Ask, Decided, Left, Piece } from '../../kind.ts';
import type { ClaudeDocument } from '../document.ts';
import { renameClaude, tagClaude } from './append.ts';
import { forkClaude } from './fork.ts';
import { healClaude } from './heal.ts';
import { rehomeClaude } from './rehome.ts';
import { archiveClaude, deleteClaude, restoreClaude } from './shelve.ts';

/** What a changing verb does to one session. */
export function decideClaude(document: ClaudeDocument, ask: Ask): Decided {
  return ask.verb === 'rehome' ? rehomeClaude(document, ask) : { id: document.id, outcome: outcomeOf(document, ask) };
}

function outcomeOf(document: ClaudeDocument, ask: Exclude<Ask, { readonly verb: 'rehome' }>): Piece | Left {
  switch (ask.verb) {
    case 'heal':
      return healClaude(document, ask);
    case 'fork':
      return forkClaude(document, ask);
    case 'archive':
      return archiveClaude(document);
    case 'restore':
      return restoreClaude(document);
    case 'delete':
      return deleteClaude(document);
    case 'rename':
      return renameClaude(document, ask);
    case 'tag':
      return tagClaude(document, ask);
    default:
      return unchanged('has one format only');
  }
}
