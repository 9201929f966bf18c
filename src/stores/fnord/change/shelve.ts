import { createHash } from 'node:crypto';
import { textOf } from '../../../codecs/json/value.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import type { Part } from '../../../model/part.ts';
import { baseName, folderOf } from '../../../model/path.ts';
import type { Digest, OwnerLock } from '../../../model/plan.ts';
import { isRefusal, type NotChanged, type UnitChange, unitChange } from '../../decision.ts';
import { deleteShelved, inTheWay, type Shelves, shelve } from '../../engine/change/shelving.ts';
import type { WholePart } from '../../engine/change/steps.ts';
import type { Unit } from '../../kind.ts';
import type { FnordFile } from '../conversation-file.ts';
import type { FnordDocument } from '../document.ts';
import {
  archivedIndexFolder,
  conversationLock,
  fnordArchivePath,
  fnordPath,
  indexFolder,
  indexLock,
} from '../layout/layout.ts';
import { type DecodedFnord, worktreeIn } from '../read/decode.ts';
import { fnordCounts } from '../read/summary.ts';
import { decodedUnchanged } from './run-passes.ts';

/** Archives a conversation with its index entry, so that restoring needs no new indexing. */
export function archiveFnord(document: FnordDocument): UnitChange | NotChanged {
  return moveFnord(document, 'archive');
}

export function restoreFnord(document: FnordDocument): UnitChange | NotChanged {
  return moveFnord(document, 'restore');
}

function moveFnord(document: FnordDocument, verb: 'archive' | 'restore'): UnitChange | NotChanged {
  return shelve(shelvesOf(document), verb, (opened, steps) => {
    const read = decodedUnchanged(opened);
    if (isRefusal(read)) return read;
    const counts = fnordCounts(read.document);
    const locks = locksOf(document, entryFolder(document.unit, '') !== null);
    const notes = opened.state === 'archived' && !read.judgement.readable ? ['cannot be read by fnord as it is'] : [];
    return unitChange({ path: opened.part.path, steps, locks, before: counts, after: counts, notes });
  });
}

/** The conversation moves first: fnord deletes an index entry without one, but rebuilds a missing entry. */
function shelvesOf({ unit, scope: { site, name }, active, archived }: FnordDocument): Shelves<FnordFile> {
  const places = {
    active: { file: fnordPath(site, name, unit.id), folder: indexFolder(site, name, unit.id) },
    archived: { file: fnordArchivePath(site, name, unit.id), folder: archivedIndexFolder(site, name, unit.id) },
  };
  return {
    active,
    archived,
    whole: ({ part }) => part,
    companions: (side) => [entryFolder(unit, side === 'active' ? '' : 'archived-')].filter((each) => each !== null),
    place: (side, { type }) => (type === 'folder' ? places[side].folder : places[side].file),
    inTheWay: (_, { part }) => inTheWay(['FN409'], part),
  };
}

function locksOf({ scope, id }: FnordDocument, hasEntry: boolean): OwnerLock[] {
  const own = conversationLock(scope.site, scope.name, id);
  return hasEntry ? [own, indexLock(scope.site, scope.name, id)] : [own];
}

/** Moves a conversation and its index entry into the journal. The archived one goes only if none is active. Worktrees stay and are named. */
export function deleteFnord(document: FnordDocument): UnitChange | NotChanged {
  return deleteShelved(shelvesOf(document), (opened, steps, stays) => {
    const read = decodedUnchanged(opened);
    if (isRefusal(read)) return read;
    const { path } = opened.part;
    const locks = locksOf(document, document.active !== null && entryFolder(document.unit, '') !== null);
    const notes = [...worktreeNotes(document, read.document), ...stays];
    return unitChange({ path, steps, locks, before: fnordCounts(read.document), after: NO_COUNTS, notes });
  });
}

function worktreeNotes({ unit }: FnordDocument, document: DecodedFnord): string[] {
  const named = worktreeIn(document.body);
  const folder = unit.parts.find(({ role }) => role === 'worktree')?.path ?? (named === null ? null : textOf(named));
  return folder === null ? [] : [`the worktree ${folder} stays`];
}

interface EntryFolder extends WholePart {
  /** True for an entry that is neither file nor folder. */
  readonly odd: boolean;
}

export function entryFolder({ parts }: Unit, which: '' | 'archived-'): EntryFolder | null {
  const inside = parts.filter(({ role }) => role.startsWith(`${which}index-`));
  const [first] = inside;
  if (first === undefined) return null;
  const odd = inside.some(({ type }) => type !== 'file' && type !== 'folder');
  return { path: folderOf(first.path), type: 'folder', digest: () => folderDigest(inside), odd };
}

export function folderDigest(parts: readonly Pick<Part, 'path' | 'type' | 'digest'>[]): Digest {
  const entries = parts.map((part) => ({ name: Buffer.from(baseName(part.path)), part }));
  const hash = createHash('sha256');
  for (const { name, part } of entries.sort((a, b) => Buffer.compare(a.name, b.name)))
    hash.update(name).update('\0').update(part.type).update('\0').update(part.digest()).update('\0');
  return hash.digest('hex');
}
