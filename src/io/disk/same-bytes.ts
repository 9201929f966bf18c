import type { ReadDisk } from '../disk.ts';

/** Shorter files are read into a kept buffer: allocation costs more than the read. */
const SIZE = 1 << 18;
let kept: Uint8Array | null = null;

/** Throws the system's error. */
export function holdsJust(disk: ReadDisk, path: string, bytes: Uint8Array): boolean {
  const length = bytes.length + 1;
  if (disk.head !== undefined && length <= SIZE) {
    kept ??= new Uint8Array(SIZE);
    // Some network file systems read short: repeated below.
    if (Buffer.compare(disk.head(path, kept.subarray(0, length)), bytes) === 0) return true;
  }
  return Buffer.compare(disk.read(path, length), bytes) === 0;
}
