import type { Step } from '../../../model/plan.ts';
import { piece, refused, unchanged } from '../../decided.ts';
import type { Left, Piece } from '../../kind.ts';
import type { FnordDocument } from '../document.ts';
import { countsOf } from '../hydrate/counts.ts';
import { archivedIndexFolder, archivePath, conversationPath, indexFolder } from '../layout/layout.ts';
import type { Opened } from '../opened.ts';
import { type EntryFolder, entryFolder } from './entry-folder.ts';
import { conversationLock, indexLock } from './locks.ts';
import { readFile } from './read-part.ts';

/** Moves a conversation into our archive, its index entry beside it, so that restoring it costs fnord no indexing. */
export function archive(document: FnordDocument): Piece | Left {
  const { unit, scope, active, archived } = document;
  if (active === null) return archived === null ? missing() : unchanged('is archived already');
  const entry = entryFolder(unit, '');
  const to = archivePath(scope.site, scope.name, unit.id);
  const entryTo = archivedIndexFolder(scope.site, scope.name, unit.id);
  const inTheWay = archived?.part.path ?? (entry === null ? null : (entryFolder(unit, 'archived-')?.path ?? null));
  // fnord deletes an entry that has no conversation, and merely makes anew one that is missing: so the entry goes first.
  return shelve(document, active, inTheWay, (file) => [...moved(entry, entryTo), move(file, to)]);
}

/** Moves a conversation back from our archive, and its index entry after it. */
export function restore(document: FnordDocument): Piece | Left {
  const { unit, scope, active, archived } = document;
  if (archived === null) return active === null ? missing() : unchanged('is not archived');
  const entry = entryFolder(unit, 'archived-');
  const to = conversationPath(scope.site, scope.name, unit.id);
  const entryTo = indexFolder(scope.site, scope.name, unit.id);
  const inTheWay = active?.part.path ?? (entry === null ? null : (entryFolder(unit, '')?.path ?? null));
  // As above: an entry must never stand in the index without its conversation.
  return shelve(document, archived, inTheWay, (file) => [move(file, to), ...moved(entry, entryTo)]);
}

function shelve(
  document: FnordDocument,
  opened: Opened,
  inTheWay: string | null,
  stepsFor: (file: Opened) => readonly Step[],
): Piece | Left {
  const read = readFile(opened);
  if ('reason' in read) return refused(read);
  if (inTheWay !== null)
    return refused({ codes: ['FN409'], reason: `cannot be moved: ${inTheWay} is in the way`, unsafe: true });
  const steps = stepsFor(opened);
  const counts = countsOf(read.document);
  const locks = [conversationLock(document), ...(entryFolder(document.unit, '') === null ? [] : [indexLock(document)])];
  const notes = opened.state === 'archived' && !read.judgement.readable ? ['cannot be read by fnord as it lies'] : [];
  return piece({ path: opened.part.path, steps, locks, before: counts, after: counts, notes });
}

function move({ part }: Opened, to: string): Step {
  return { do: 'move', what: 'file', from: part.path, to, was: part.print() };
}

function moved(entry: EntryFolder | null, to: string): Step[] {
  return entry === null ? [] : [{ do: 'move', what: 'folder', from: entry.path, to, was: entry.print }];
}

function missing(): Piece | Left {
  return refused({ codes: [], reason: 'has no conversation file' });
}
