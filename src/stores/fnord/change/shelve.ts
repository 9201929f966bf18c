import { createHash } from 'node:crypto';
import { textOf } from '../../../codecs/json/value.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import type { OwnerLock, Print, Step } from '../../../model/plan.ts';
import { piece, refused, unchanged } from '../../decided.ts';
import type { Left, Part, Piece, Unit } from '../../kind.ts';
import { baseName, folderOf } from '../../path.ts';
import { type DecodedFnord, worktreeIn } from '../decode/decode.ts';
import type { FnordDocument } from '../document.ts';
import { fnordCounts } from '../hydrate/summary.ts';
import {
  archivedIndexFolder,
  conversationLock,
  fnordArchivePath,
  fnordPath,
  indexFolder,
  indexLock,
} from '../layout/layout.ts';
import type { OpenedFnord } from '../opened.ts';
import { readAsIs } from './run-passes.ts';

/** Moves a conversation into our archive, its index entry beside it, so that restoring it costs fnord no indexing. */
export function archiveFnord(document: FnordDocument): Piece | Left {
  const { unit, scope, active, archived } = document;
  if (active === null) return archived === null ? missing() : unchanged('is archived already');
  const entry = entryFolder(unit, '');
  const to = fnordArchivePath(scope.site, scope.name, unit.id);
  const entryTo = archivedIndexFolder(scope.site, scope.name, unit.id);
  const inTheWay = archived?.part.path ?? (entry === null ? null : (entryFolder(unit, 'archived-')?.path ?? null));
  // fnord deletes an entry that has no conversation, and merely makes anew one that is missing: so the entry goes first.
  return shelve(document, active, inTheWay, (file) => [...moved(entry, entryTo), move(file, to)]);
}

/** Moves a conversation back from our archive, and its index entry after it. */
export function restoreFnord(document: FnordDocument): Piece | Left {
  const { unit, scope, active, archived } = document;
  if (archived === null) return active === null ? missing() : unchanged('is not archived');
  const entry = entryFolder(unit, 'archived-');
  const to = fnordPath(scope.site, scope.name, unit.id);
  const entryTo = indexFolder(scope.site, scope.name, unit.id);
  const inTheWay = active?.part.path ?? (entry === null ? null : (entryFolder(unit, '')?.path ?? null));
  // As above: an entry must never be in the index without its conversation.
  return shelve(document, archived, inTheWay, (file) => [move(file, to), ...moved(entry, entryTo)]);
}

function shelve(
  document: FnordDocument,
  opened: OpenedFnord,
  inTheWay: string | null,
  stepsFor: (file: OpenedFnord) => readonly Step[],
): Piece | Left {
  const read = readAsIs(opened);
  if ('reason' in read) return refused(read);
  if (inTheWay !== null)
    return refused({ codes: ['FN409'], reason: `cannot be moved: ${inTheWay} is in the way`, unsafe: true });
  const steps = stepsFor(opened);
  const counts = fnordCounts(read.document);
  const locks = locksOf(document, entryFolder(document.unit, '') !== null);
  const notes = opened.state === 'archived' && !read.judgement.readable ? ['cannot be read by fnord as it is'] : [];
  return piece({ path: opened.part.path, steps, locks, before: counts, after: counts, notes });
}

function locksOf({ scope, id }: FnordDocument, hasEntry: boolean): OwnerLock[] {
  const own = conversationLock(scope.site, scope.name, id);
  return hasEntry ? [own, indexLock(scope.site, scope.name, id)] : [own];
}

function move({ part }: OpenedFnord, to: string): Step {
  return { do: 'move', what: 'file', from: part.path, to, was: part.print() };
}

function moved(entry: EntryFolder | null, to: string): Step[] {
  return entry === null ? [] : [{ do: 'move', what: 'folder', from: entry.path, to, was: entry.print }];
}

function missing(): Piece | Left {
  return refused({ codes: [], reason: 'has no conversation file' });
}

/**
 * Moves a conversation and its index entry into the journal: the active one, or the archived one where no other has the id.
 * Worktrees stay and are named.
 */
export function deleteFnord(document: FnordDocument): Piece | Left {
  const { unit, active, archived } = document;
  const opened = active ?? archived;
  if (opened === null) return refused({ codes: [], reason: 'has no conversation file' });
  const read = readAsIs(opened);
  if ('reason' in read) return refused(read);
  const { path } = opened.part;
  const entry = entryFolder(unit, active === null ? 'archived-' : '');
  // fnord deletes an entry without a conversation, beyond our undo: so the entry goes first.
  const steps: Step[] = [
    ...(entry === null ? [] : [{ do: 'remove', what: 'folder', path: entry.path, was: entry.print } as const]),
    { do: 'remove', what: 'file', path, was: opened.part.print() },
  ];
  const locks = locksOf(document, entry !== null && active !== null);
  const notes = [...worktreeNotes(document, read.document), ...otherNotes(document)];
  return piece({ path, steps, locks, before: fnordCounts(read.document), after: NO_COUNTS, notes });
}

function worktreeNotes({ unit }: FnordDocument, document: DecodedFnord): string[] {
  const named = worktreeIn(document.body);
  const folder = unit.parts.find(({ role }) => role === 'worktree')?.path ?? (named === null ? null : textOf(named));
  return folder === null ? [] : [`the worktree ${folder} stays`];
}

function otherNotes({ active, archived }: FnordDocument): string[] {
  return active === null || archived === null ? [] : [`the archived conversation ${archived.part.path} stays`];
}

/** The folder of an index entry. */
interface EntryFolder {
  readonly path: string;
  readonly print: Print;
  /** True when it holds something that is neither file nor folder. */
  readonly odd: boolean;
}

/** The index entry of a unit, or the one kept beside its archived conversation; null when there is none. */
export function entryFolder({ parts }: Unit, which: '' | 'archived-'): EntryFolder | null {
  const inside = parts.filter(({ role }) => role.startsWith(`${which}index-`));
  const [first] = inside;
  if (first === undefined) return null;
  const odd = inside.some(({ type }) => type !== 'file' && type !== 'folder');
  return { path: folderOf(first.path), print: folderPrint(inside), odd };
}

/** The print of a folder from the prints of all that is in it; the same that model/plan means by it. */
export function folderPrint(parts: readonly Pick<Part, 'path' | 'type' | 'print'>[]): Print {
  const entries = parts.map((part) => ({ name: Buffer.from(baseName(part.path)), part }));
  const hash = createHash('sha256');
  for (const { name, part } of entries.sort((a, b) => Buffer.compare(a.name, b.name)))
    hash.update(name).update('\0').update(part.type).update('\0').update(part.print()).update('\0');
  return hash.digest('hex');
}
