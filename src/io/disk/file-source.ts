import { createHash } from 'node:crypto';
import type { Source } from '../../codecs/lines/source.ts';
import { Moved } from '../../model/part.ts';
import type { Print } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';

/** Files up to this size are kept once all of them was read. */
const KEPT = 1 << 20;

/**
 * A file on disk, as long as it was when it was met: what a program appends meanwhile is left out. Throws `Moved`, with the path
 * that `name` gives, once another file is in its place or it is shorter.
 */
export function fileSource(disk: ReadDisk, path: string, name: string, was: Stat): Source {
  let all: Uint8Array | null = null;
  const { size } = was;
  return {
    size,
    slice: (at, length) => {
      if (all !== null) return all.subarray(at, at + length);
      const bytes = disk.read(path, Math.max(Math.min(length, size - at), 0), at);
      const now = disk.stat(path);
      if (now.ino !== was.ino || now.size < size || (now.size === size && now.mtimeMs !== was.mtimeMs))
        throw new Moved(name);
      if (at === 0 && bytes.length === size && size <= KEPT) all = bytes;
      return bytes;
    },
  };
}

const WINDOW = 1 << 20;

/** Lower-case hex sha256 of all bytes of a source, a window at a time. */
export function printSource(source: Source): Print {
  const hash = createHash('sha256');
  for (let at = 0; at < source.size; at += WINDOW) hash.update(source.slice(at, WINDOW));
  return hash.digest('hex');
}
