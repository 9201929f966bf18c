import { applyEdits, type Edit, editedSource } from '../../codecs/edit.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { bytesSource } from '../../model/part.ts';
import type { Digest } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { digestFile } from './digest.ts';
import { nullOn } from './error-code.ts';
import { digestSource, fileSource } from './file-source.ts';
import { NotAsPlanned } from './not-as-planned.ts';
import { statOf } from './stat-of.ts';

const MAX_IN_MEMORY_BYTES = 1 << 23;
/**
 * Files up to this multiple of `holds` (64 MiB) are hashed again before they are replaced. Of larger ones size, time, inode and last bytes
 * are compared.
 */
const HASHED_AGAIN = 8;
const TAIL = 1 << 16;

export interface SeenFile {
  readonly stat: Stat;
  /** All bytes of a small file; the last ones of a larger one. */
  readonly bytes: Uint8Array;
  /** Throws NotAsPlanned once the file was replaced. */
  readonly source: Source;
  digest(): Digest;
}

/** Reads a file as it is now. Throws the system's error. */
export function seeFile(disk: ReadDisk, path: string, stat: Stat = disk.lstat(path)): SeenFile {
  if (stat.size <= holdsOf(disk)) {
    const bytes = disk.read(path);
    const source = bytesSource(bytes);
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

export function isInMemory({ bytes, source }: SeenFile): boolean {
  return bytes.length === source.size;
}

/** The edited file: in memory if small, else as ranges. Throws EditClash. */
export function editedFile(file: SeenFile, edits: readonly Edit[]): Source {
  if (edits.length === 0) return file.source;
  return isInMemory(file) ? bytesSource(applyEdits(file.bytes, edits)) : editedSource(file.source, edits);
}

/** True if the file is unchanged. Exact, except for very large files, which are not hashed again. */
export function isStillSeen(disk: ReadDisk, path: string, seen: SeenFile): boolean {
  const { stat, bytes } = seen;
  const isSame = () =>
    isInMemory(seen)
      ? hasExactly(disk, path, bytes)
      : Buffer.compare(disk.read(path, bytes.length + 1, stat.size - bytes.length), bytes) === 0;
  if (nullOn(GONE_CODES, isSame) !== true) return false;
  const isHashed = !isInMemory(seen) && stat.size <= HASHED_AGAIN * holdsOf(disk);
  if (isHashed && nullOn(GONE_CODES, () => digestFile(disk, path)) !== seen.digest()) return false;
  // The cheapest check comes last, so that its race window is the smallest.
  const last = statOf(disk, path);
  if (last === null || last.type !== 'file' || last.ino !== stat.ino || last.size !== stat.size) return false;
  return isInMemory(seen) || last.mtimeMs === stat.mtimeMs;
}

function holdsOf({ holds = MAX_IN_MEMORY_BYTES }: ReadDisk): number {
  return holds;
}

/** The last bytes of a file that is not held whole, at most half of it. */
function tailOf({ size, slice }: Source): Uint8Array {
  const length = Math.min(TAIL, size >> 1);
  return slice(size - length, length);
}

const GONE_CODES: readonly string[] = ['ENOENT', 'ENOTDIR', 'ENOTFILE', 'EISDIR'];

/** Files below this size are read into a reused buffer: allocation costs more than the read. */
const SIZE = 1 << 18;
let reusedBuffer: Uint8Array | null = null;

/** True if the file has exactly these bytes. Throws the system's error. */
export function hasExactly(disk: ReadDisk, path: string, bytes: Uint8Array): boolean {
  const length = bytes.length + 1;
  if (disk.head !== undefined && length <= SIZE) {
    reusedBuffer ??= new Uint8Array(SIZE);
    // Some network file systems read short: repeated below.
    if (Buffer.compare(disk.head(path, reusedBuffer.subarray(0, length)), bytes) === 0) return true;
  }
  return Buffer.compare(disk.read(path, length), bytes) === 0;
}
