import { NO_COUNTS } from '../../../model/change-report.ts';
import { type Refusal, refused, unchanged } from '../../decided.ts';
import { amendFolder, folderDraft } from '../../engine/draft.ts';
import type { AskFor, Decided, Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import type { RaoFolder } from '../folder.ts';
import { archivedFolder, conversationFolder, numberOf } from '../layout/layout.ts';
import { numbered, planted } from './copy.ts';
import { changedWithNames, filesOf, noFolder, openedAs, raoCounts, untouchable } from './folders.ts';
import { remoteRows } from './left-behind.ts';
import { newIdsOf, nextNumber, numbersOf } from './numbers.ts';

/** Moves a whole folder into our archive, where Rao does not look. */
export function archiveRao(document: RaoDocument): Piece | Left {
  const { id, scope, active, archived } = document;
  if (active === null) return archived === null ? noFolder() : unchanged('is archived already');
  if (archived !== null) return refused(inTheWay(archived));
  return moved(active, archivedFolder(scope.site, id));
}

/** Moves a whole folder back, under another number where its own was given to a new conversation meanwhile. */
export function restoreRao(document: RaoDocument, ask: AskFor<'restore'>, soFar: readonly Decided[]): Piece | Left {
  const { id, scope, active, archived } = document;
  if (archived === null) return active === null ? noFolder() : unchanged('is not archived');
  if (ask.as !== null && ask.as !== id) return restoreAs(document, archived, ask.as, soFar);
  const number = numberOf(id);
  const isTaken = active !== null || (number !== null && isUsed(document, number, soFar));
  return isTaken ? refused(used(document, number, soFar)) : moved(archived, conversationFolder(scope.site, id));
}

function moved(folder: RaoFolder, to: string): Piece | Left {
  const trouble = untouchable(folder);
  if (trouble !== null) return refused(trouble);
  const { path, self } = folder;
  const counts = raoCounts(folder);
  const notes =
    folder.state === 'archived' && folder.log().error !== null
      ? [`conversation_log.json ${folder.log().error}, so Rao will not open it`]
      : [];
  return changedWithNames({
    path,
    steps: [{ do: 'move', what: 'folder', from: path, to, was: self.print() }],
    before: counts,
    after: counts,
    notes,
  });
}

function inTheWay({ path }: RaoFolder): Refusal {
  return { codes: ['RA314'], reason: `cannot be moved: ${path} is in the way`, unsafe: true };
}

function isUsed({ id, scope }: RaoDocument, number: number, soFar: readonly Decided[]): boolean {
  const others = soFar.some(
    ({ id: other, outcome }) =>
      outcome.state === 'changed' && other !== id && numberOf(outcome.newId ?? other) === number,
  );
  return numbersOf(scope).active.has(number) || others;
}

function used({ scope }: RaoDocument, number: number | null, soFar: readonly Decided[]): Refusal {
  const reason = `cannot come back as ${number ?? 'it was'}: that number is in use again (--as ${nextNumber(scope, soFar)} is free)`;
  return { codes: ['RA314'], reason, unsafe: true };
}

/**
 * Brings an archived conversation back under another number: a new folder that says the new number wherever the old one said its
 * own, and the old one into the journal.
 */
function restoreAs(document: RaoDocument, archived: RaoFolder, as: string, soFar: readonly Decided[]): Piece | Left {
  const trouble = untouchable(archived) ?? unusable(document, as, soFar);
  if (trouble !== null) return refused(trouble);
  const draft = amendFolder(folderDraft(filesOf(document, archived)), numbered(archived, Number(as)));
  const files = planted(archived, draft);
  if ('reason' in files) return refused(files);
  const { path, self } = archived;
  return changedWithNames({
    path,
    steps: [
      { do: 'plant', path: conversationFolder(document.scope.site, as), files },
      { do: 'remove', what: 'folder', path, was: self.print() },
    ],
    before: raoCounts(archived),
    after: raoCounts(openedAs(document, draft.files)),
    notes: [],
    newId: as,
  });
}

function unusable({ scope }: RaoDocument, as: string, soFar: readonly Decided[]): Refusal | null {
  const number = numberOf(as);
  if (!/^[1-9]\d{0,9}$/.test(as) || number === null)
    return { codes: [], reason: `cannot come back as ${as}: that is not a number of a conversation` };
  if (scope.site.file !== null)
    return {
      codes: [],
      reason: 'cannot get another number when it is given alone: give the folder that holds all conversations',
    };
  const { active, archived } = numbersOf(scope);
  const isPlanned = newIdsOf(soFar).includes(as);
  if (!active.has(number) && !archived.has(number) && !isPlanned) return null;
  const reason = `cannot come back as ${as}: that number is in use (--as ${nextNumber(scope, soFar)} is free)`;
  return { codes: ['RA314'], reason, unsafe: true };
}

/**
 * Moves a whole folder into the journal: the active one, or the archived one where no other has the number. Files that Rao uploaded
 * stay with the provider and are counted.
 */
export function deleteRao({ active, archived }: RaoDocument): Piece | Left {
  const folder = active ?? archived;
  if (folder === null) return noFolder();
  const trouble = untouchable(folder);
  if (trouble !== null) return refused(trouble);
  const { path, self } = folder;
  const uploaded = remoteRows(folder).length;
  const notes = [
    ...(uploaded === 0
      ? []
      : [`${uploaded} of its attachments stay with the provider: Rao's own delete would remove them there as well`]),
    ...(active === null || archived === null ? [] : [`the archived conversation ${archived.path} stays`]),
  ];
  return changedWithNames({
    path,
    steps: [{ do: 'remove', what: 'folder', path, was: self.print() }],
    before: raoCounts(folder),
    after: NO_COUNTS,
    notes,
  });
}
