import { applyEdits, type Edit, editedSource } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { heldSource } from '../../model/held-source.ts';
import type { Digest } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { digestFile } from './digest.ts';
import { unless } from './error-code.ts';
import { digestSource, fileSource } from './file-source.ts';
import { statOf } from './look.ts';
import { NotAsPlanned } from './not-as-planned.ts';
import { holdsJust } from './same-bytes.ts';

const HOLDS = 1 << 23;
/**
 * So many times what may be held: files up to 64 MiB are hashed again before they are replaced; of a larger one size, time, inode and
 * the last bytes are compared.
 */
const HASHED_AGAIN = 8;
const TAIL = 1 << 16;

/** A file as it was when it was looked at. */
export interface SeenFile {
  readonly stat: Stat;
  /** All of a small file; of a larger one the last bytes. */
  readonly bytes: Uint8Array;
  /** Throws NotAsPlanned once the file is another one. */
  readonly source: Source;
  /** Worked out when it is asked for. */
  digest(): Digest;
}

/** Looks at a file. Throws the system's error. */
export function seeFile(disk: ReadDisk, path: string, stat: Stat = disk.lstat(path)): SeenFile {
  if (stat.size <= holdsOf(disk)) {
    const bytes = disk.read(path);
    const source = heldSource(bytes);
    return { stat, bytes, source, digest: digester(source) };
  }
  const source = fileSource(disk, path, stat, () => new NotAsPlanned('was changed meanwhile'));
  return { stat, bytes: tailOf(source), source, digest: digester(source) };
}

function digester(source: Source): () => Digest {
  let digest: Digest | null = null;
  return () => {
    digest ??= digestSource(source);
    return digest;
  };
}

/** True when all bytes of a file are at hand. */
export function isHeld({ bytes, source }: SeenFile): boolean {
  return bytes.length === source.size;
}

/** A file with edits made: at hand for a small one, else ranges of it. Throws EditClash. */
export function editedFile(file: SeenFile, edits: readonly Edit[]): Source {
  if (edits.length === 0) return file.source;
  return isHeld(file) ? heldSource(applyEdits(file.bytes, edits)) : editedSource(file.source, edits);
}

/** True when the file at a path is the one that was seen, as far as can be known without hashing a very large one. */
export function isStillSeen(disk: ReadDisk, path: string, seen: SeenFile): boolean {
  const { stat, bytes } = seen;
  const isSame = () =>
    isHeld(seen)
      ? holdsJust(disk, path, bytes)
      : Buffer.compare(disk.read(path, bytes.length + 1, stat.size - bytes.length), bytes) === 0;
  if (unless(GONE, isSame) !== true) return false;
  const isHashed = !isHeld(seen) && stat.size <= HASHED_AGAIN * holdsOf(disk);
  if (isHashed && unless(GONE, () => digestFile(disk, path)) !== seen.digest()) return false;
  // The inode last: it is the cheapest look, so the window after it is the smallest.
  const last = statOf(disk, path);
  if (last === null || last.type !== 'file' || last.ino !== stat.ino || last.size !== stat.size) return false;
  return isHeld(seen) || last.mtimeMs === stat.mtimeMs;
}

function holdsOf({ holds = HOLDS }: ReadDisk): number {
  return holds;
}

/** Never all of it: that is the sign of a file that is held. */
function tailOf({ size, slice }: Source): Uint8Array {
  const length = Math.min(TAIL, size >> 1);
  return slice(size - length, length);
}

const GONE: readonly string[] = ['ENOENT', 'ENOTDIR', 'ENOTFILE', 'EISDIR'];
