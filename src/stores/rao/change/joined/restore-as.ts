import { type Refusal, refused } from '../../../decided.ts';
import { amendFolder, folderDraft } from '../../../engine/draft.ts';
import type { Decided, Left, Piece } from '../../../kind.ts';
import type { RaoDocument } from '../../document.ts';
import type { Folder } from '../../folder.ts';
import { conversationFolder, numberOf } from '../../layout/layout.ts';
import { numbered } from '../copy/numbered.ts';
import { planted } from '../copy/planted.ts';
import { countsOf } from '../counts.ts';
import { filesOf, openedAs } from '../judge-files.ts';
import { newIdsOf, nextNumber, numbersOf } from './numbers.ts';
import { joined, untouchable } from './outcome.ts';

/**
 * Brings an archived conversation back under another number: a new folder that says the new number wherever the old one said its
 * own, and the old one into the journal.
 */
export function restoreAs(
  document: RaoDocument,
  archived: Folder,
  as: string,
  soFar: readonly Decided[],
): Piece | Left {
  const trouble = untouchable(archived) ?? unusable(document, as, soFar);
  if (trouble !== null) return refused(trouble);
  const draft = amendFolder(folderDraft(filesOf(document, archived)), numbered(archived, Number(as)));
  const files = planted(archived, draft);
  if ('reason' in files) return refused(files);
  const { path, self } = archived;
  return joined({
    path,
    steps: [
      { do: 'plant', path: conversationFolder(document.scope.site, as), files },
      { do: 'remove', what: 'folder', path, was: self.print() },
    ],
    before: countsOf(archived),
    after: countsOf(openedAs(document, draft.files)),
    notes: [],
    newId: as,
  });
}

function unusable({ scope }: RaoDocument, as: string, soFar: readonly Decided[]): Refusal | null {
  const number = numberOf(as);
  if (!/^[1-9]\d{0,9}$/.test(as) || number === null)
    return { codes: [], reason: `cannot come back as ${as}: that is no number of a conversation` };
  if (scope.site.file !== null)
    return { codes: [], reason: 'cannot get another number by itself: give the folder that holds all conversations' };
  const { active, archived } = numbersOf(scope);
  const isPlanned = newIdsOf(soFar).includes(as);
  if (!active.has(number) && !archived.has(number) && !isPlanned) return null;
  const reason = `cannot come back as ${as}: that number is in use (--as ${nextNumber(scope, soFar)} is free)`;
  return { codes: ['RA314'], reason, unsafe: true };
}
