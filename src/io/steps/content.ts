import { dirname } from 'node:path';
import { applyEdits } from '../../codecs/edit.ts';
import type { Content } from '../../model/plan.ts';
import { statOf } from '../disk/look.ts';
import { placeIn } from '../disk/place.ts';
import { printOf } from '../disk/print.ts';
import type { Attributes } from '../disk/write-file.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { NotAsPlanned } from '../run/not-as-planned.ts';

/** What a new file is to hold, and how it looks from outside. */
export interface Made {
  readonly bytes: Uint8Array;
  readonly look: Attributes;
}

/**
 * The content of a file that does not exist yet. It takes mode and owner from the file it is copied from, else the user of its
 * folder and that folder's permission to read. Throws NotAsPlanned when the file to copy is not what it was.
 */
export function makeNew(disk: ReadDisk, root: string, path: string, { content, keepTime }: New): Made {
  const { bytes, source } = wholeBytes(disk, root, content);
  if (source === null) return { bytes, look: lookLikeFolder(disk, path) };
  const time = keepTime === true ? { mtimeMs: source.mtimeMs } : {};
  return { bytes, look: { mode: source.mode, owner: source, ...time } };
}

/** The bytes of content that is not an edit of the file it goes to. Throws NotAsPlanned when the file to copy is not what it was. */
export function bytesOf(disk: ReadDisk, root: string, content: Whole): Uint8Array {
  return wholeBytes(disk, root, content).bytes;
}

type Whole = Exclude<Content, { from: 'edits' }>;

/** A file that is to be made; with `keepTime`, a copy has the time of what it copies. */
interface New {
  readonly content: Whole;
  readonly keepTime?: true | undefined;
}

function wholeBytes(disk: ReadDisk, root: string, content: Whole): { bytes: Uint8Array; source: Stat | null } {
  if (content.from === 'bytes') return { bytes: content.bytes, source: null };
  const path = placeIn(disk, root, content.path);
  const source = statOf(disk, path);
  if (source?.type !== 'file') throw new NotAsPlanned(`cannot be copied: ${content.path} is not a file`);
  const bytes = disk.read(path);
  if (printOf(bytes) !== content.was) throw new NotAsPlanned(`cannot be copied: ${content.path} was changed meanwhile`);
  return { bytes: applyEdits(bytes, content.edits), source };
}

function lookLikeFolder(disk: ReadDisk, path: string): Attributes {
  const folder = disk.lstat(dirname(path));
  return { mode: folder.mode & 0o644, owner: folder };
}
