import { lendWords } from '../../codecs/json/kept-words.ts';
import { LARGE_FILE } from '../../model/part.ts';

/**
 * A reused buffer for the files of one unit after the other: allocating costs more than reading. Its user keeps no bytes of a
 * unit beyond the next one.
 */
export interface ReadBuffer {
  /** Larger files are deferred by throwing `LeftForLater`. */
  readonly most: number;
  /** Times it was cleared; taken bytes last until then. */
  readonly uses: number;
  /** Uninitialised bytes; null if too few are left. */
  take(length: number): Buffer | null;
  clear(): void;
}

/** Most units are smaller. */
const SIZE = 1 << 22;

/** Too large to read beside others. */
export class LeftForLater extends Error {}

/** Initial size: enough for many stores. The collector counts each allocation. */
const FIRST = 1 << 18;

/** Unused parts take no memory. */
export function newRoom(size = SIZE): ReadBuffer {
  let all = Buffer.allocUnsafeSlow(Math.min(size, FIRST));
  let takeBackWords = lendWords(all.buffer, all.length >> 2);
  let used = 0;
  let uses = 0;
  const enlarge = (): void => {
    // Taken bytes stay valid until `clear`.
    all = Buffer.allocUnsafeSlow(size);
    takeBackWords = lendWords(all.buffer, size >> 2);
    used = 0;
  };
  return {
    most: Number.POSITIVE_INFINITY,
    get uses() {
      return uses;
    },
    take: (length) => {
      if (length > size) return null;
      if (used + length > all.length && all.length < size) enlarge();
      const from = used;
      if (from + length > all.length) return null;
      // Aligned, so that word-wise readers need no copy.
      used = (from + length + 7) & -8;
      return all.subarray(from, from + length);
    },
    clear: () => {
      used = 0;
      uses++;
      takeBackWords();
    },
  };
}

/** For a thread beside others. */
export function besideOthers(buffer: ReadBuffer): ReadBuffer {
  return Object.create(buffer, { most: { value: LARGE_FILE } }) as ReadBuffer;
}
