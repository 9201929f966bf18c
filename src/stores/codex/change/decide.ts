import { refused, unchanged } from '../../decided.ts';
import type { Around, Ask, Decided, Left, Part, Piece } from '../../kind.ts';
import type { CodexDocument } from '../document.ts';
import { forkCodex } from './fork.ts';
import { healCodex } from './heal.ts';
import { healCodexIndex, renameCodex, withoutNames } from './index-lines.ts';
import { migrateCodex } from './migrate.ts';
import { archiveCodex, deleteCodex, type GoneNames, restoreCodex } from './shelve.ts';

/** What a changing verb does to one thread. */
export function decideCodex(document: CodexDocument, ask: Ask): Decided {
  return ask.verb === 'delete' ? deleteCodex(document) : { id: document.id, outcome: outcomeOf(document, ask) };
}

function outcomeOf(document: CodexDocument, ask: Exclude<Ask, { readonly verb: 'delete' }>): Piece | Left {
  switch (ask.verb) {
    case 'heal':
      return healCodex(document, ask);
    case 'migrate':
      return migrateCodex(document, ask);
    case 'fork':
      return forkCodex(document, ask);
    case 'archive':
      return archiveCodex(document);
    case 'restore':
      return restoreCodex(document);
    case 'rename':
      return renameCodex(document, ask);
    case 'rehome':
      return unchanged('finds its folder in each turn: `codex -C FOLDER resume ID` goes on in another one');
    default:
      return refused({ codes: [], reason: 'has no tags' });
  }
}

/** What a verb does to the index of names, around the threads. */
export function closeCodex(index: Part | undefined, ask: Ask, decided: readonly Decided<GoneNames>[]): Around | Left {
  if (ask.verb === 'heal') return healCodexIndex(index, ask);
  return ask.verb === 'delete' ? withoutNames(index, decided) : unchanged();
}
