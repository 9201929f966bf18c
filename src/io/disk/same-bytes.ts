import type { ReadDisk } from '../disk.ts';

/** Files that are shorter are read into memory that is kept: to make and to free some for each would cost more than the read. */
const SIZE = 1 << 18;
let kept: Uint8Array | null = null;

/** True where the file at a path holds these bytes and no more. Throws the system's error. */
export function holdsJust(disk: ReadDisk, path: string, bytes: Uint8Array): boolean {
  const length = bytes.length + 1;
  if (disk.head !== undefined && length <= SIZE) {
    kept ??= new Uint8Array(SIZE);
    // A short read, as some network file systems make, is repeated below.
    if (Buffer.compare(disk.head(path, kept.subarray(0, length)), bytes) === 0) return true;
  }
  return Buffer.compare(disk.read(path, length), bytes) === 0;
}
