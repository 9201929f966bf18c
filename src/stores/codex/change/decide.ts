import { refused } from '../../decided.ts';
import type { Ask, Decided, Left, Piece } from '../../kind.ts';
import type { CodexDocument } from '../document.ts';
import { healCodex } from './heal.ts';

/** What a changing verb does to one thread. */
export function decideCodex(document: CodexDocument, ask: Ask): Decided {
  return { id: document.id, outcome: outcomeOf(document, ask) };
}

function outcomeOf(document: CodexDocument, ask: Ask): Piece | Left {
  switch (ask.verb) {
    case 'heal':
      return healCodex(document, ask);
    default:
      return refused({ codes: [], reason: `cannot be changed by ${ask.verb}: threads of Codex CLI are only healed` });
  }
}
