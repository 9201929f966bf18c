import { createHash, hash } from 'node:crypto';
import type { Source } from '../../codecs/lines/source.ts';
import type { Digest } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';

/** Smaller files are held once read whole. */
const KEPT = 1 << 20;

/** A file at the size of `was`: later appends are ignored. Throws `moved()` once it is replaced, shorter, or written without growth. */
export function fileSource(disk: ReadDisk, path: string, was: Stat, moved: () => Error): Source {
  let all: Uint8Array | null = null;
  const { size } = was;
  const { longest, head } = disk;
  return {
    size,
    ...(longest === undefined ? {} : { longest }),
    ...(head === undefined ? {} : { fill: (buffer, at) => head(path, buffer, at) }),
    slice: (at, length) => {
      if (all !== null) return all.subarray(at, at + length);
      const bytes = disk.read(path, Math.max(Math.min(length, size - at), 0), at);
      const now = disk.stat(path);
      if (now.ino !== was.ino || now.size < size || (now.size === size && now.mtimeMs !== was.mtimeMs)) throw moved();
      if (at === 0 && bytes.length === size && size <= KEPT) all = bytes;
      return bytes;
    },
  };
}

/** Holds all bytes. */
export function wholeOf({ size, slice }: Source): Uint8Array {
  return slice(0, size);
}

/** Bytes of a large file held at a time. */
export const WINDOW = 1 << 20;

export function* windowsOf(source: Source): Generator<Uint8Array> {
  for (let at = 0; at < source.size; at += WINDOW) yield source.slice(at, WINDOW);
}

/** One window is held at a time. */
export function digestSource(source: Source): Digest {
  if (source.size <= WINDOW) return hash('sha256', source.slice(0, source.size));
  const whole = createHash('sha256');
  for (const bytes of windowsOf(source)) whole.update(bytes);
  return whole.digest('hex');
}
