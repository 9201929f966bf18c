import { isString, member, textOf } from '../../../codecs/json/value.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Step } from '../../../model/plan.ts';
import { piece, refused } from '../../decided.ts';
import type { Left, Piece } from '../../kind.ts';
import type { Decoded } from '../decode/decode.ts';
import type { FnordDocument } from '../document.ts';
import { countsOf } from '../hydrate/counts.ts';
import { entryFolder } from './entry-folder.ts';
import { conversationLock, indexLock } from './locks.ts';
import { readFile } from './read-part.ts';

/**
 * Moves a conversation and its index entry into the journal: the active one, or the archived one where no other has the id.
 * Worktrees stay and are named.
 */
export function remove(document: FnordDocument): Piece | Left {
  const { unit, active, archived } = document;
  const opened = active ?? archived;
  if (opened === null) return refused({ codes: [], reason: 'has no conversation file' });
  const read = readFile(opened);
  if ('reason' in read) return refused(read);
  const { path } = opened.part;
  const entry = entryFolder(unit, active === null ? 'archived-' : '');
  // fnord deletes an entry without a conversation, beyond our undo: so the entry goes first.
  const steps: Step[] = [
    ...(entry === null ? [] : [{ do: 'remove', what: 'folder', path: entry.path, was: entry.print } as const]),
    { do: 'remove', what: 'file', path, was: opened.part.print() },
  ];
  const locks = [conversationLock(document), ...(entry === null || active === null ? [] : [indexLock(document)])];
  const notes = [...worktreeNotes(document, read.document), ...otherNotes(document)];
  return piece({ path, steps, locks, before: countsOf(read.document), after: NO_COUNTS, notes });
}

function worktreeNotes({ unit }: FnordDocument, document: Decoded): string[] {
  const folder = unit.parts.find(({ role }) => role === 'worktree')?.path ?? worktreeOf(document);
  return folder === null ? [] : [`the worktree ${folder} stays`];
}

/** The path of the worktree that the metadata names. */
export function worktreeOf({ body }: Pick<Decoded, 'body'>): string | null {
  const metadata = body === null ? null : member(body, 'metadata');
  const worktree = metadata === null ? null : member(metadata, 'worktree');
  const path = worktree === null ? null : member(worktree, 'path');
  return isString(path) ? textOf(path) : null;
}

function otherNotes({ active, archived }: FnordDocument): string[] {
  return active === null || archived === null ? [] : [`the archived conversation ${archived.part.path} stays`];
}
