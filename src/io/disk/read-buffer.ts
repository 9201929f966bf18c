import { lendWords } from '../../codecs/json/kept-words.ts';
import { LARGE_FILE } from '../../model/part.ts';

/**
 * Memory for the files of one unit, and then for those of the next: to make memory for each file, and to clear it away, costs more
 * than to read it. Only for who keeps nothing of a unit once the next one is opened.
 */
export interface ReadBuffer {
  /** A file of more bytes is left for later, by a throw of `LeftForLater`. */
  readonly most: number;
  /** So many bytes, whatever they hold; null when there are not enough left. */
  take(length: number): Buffer | null;
  /** All of it is free again. */
  clear(): void;
}

/** The size of the files of most units together. */
const SIZE = 1 << 22;

/** A file was not read, because it is too large to be read beside others. */
export class LeftForLater extends Error {}

/** Begun with so much: many a store needs no more, and what is asked of the system for each survey is counted by the collector. */
const FIRST = 1 << 18;

/** An empty room; what was never used of it takes no memory. */
export function newRoom(size = SIZE): ReadBuffer {
  let all = Buffer.allocUnsafeSlow(Math.min(size, FIRST));
  let takeBackWords = lendWords(all.buffer, all.length >> 2);
  let used = 0;
  const enlarge = (): void => {
    // What was taken stays where it is, until all is free again.
    all = Buffer.allocUnsafeSlow(size);
    takeBackWords = lendWords(all.buffer, size >> 2);
    used = 0;
  };
  return {
    most: Number.POSITIVE_INFINITY,
    take: (length) => {
      if (length > size) return null;
      if (used + length > all.length && all.length < size) enlarge();
      const from = used;
      if (from + length > all.length) return null;
      // Whole words, so that what reads them as such needs no copy.
      used = (from + length + 7) & -8;
      return all.subarray(from, from + length);
    },
    clear: () => {
      used = 0;
      takeBackWords();
    },
  };
}

/** A buffer for a thread that reads beside others. */
export function besideOthers(buffer: ReadBuffer): ReadBuffer {
  return { ...buffer, most: LARGE_FILE };
}
