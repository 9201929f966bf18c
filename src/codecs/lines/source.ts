/** A file that is read by ranges: its size when it was opened, and any bytes of it. */
export interface Source {
  readonly size: number;
  /** Bytes of the longest line that is held; default: 512 MiB. */
  readonly longest?: number;
  /** True if all of it is in memory: a slice needs no disk. */
  readonly isInMemory?: boolean;
  /** At most `length` bytes from `at`; fewer only at the end. They are valid until the next call. */
  slice(at: number, length: number): Uint8Array;
  /** Fills `buffer` with the present bytes from `at` on. */
  fill?(buffer: Uint8Array, at: number): Uint8Array;
}

/** A copy: the next slice may reuse the memory. */
export function bytesAt(source: Source, at: number, length: number): Buffer {
  return Buffer.from(source.slice(at, length));
}

interface Range {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
}

/** Consecutive ranges of files as one file; none of it is held. */
export function joinedSource(ranges: readonly Range[]): Source {
  return {
    size: ranges.reduce((sum, { from, to }) => sum + to - from, 0),
    slice: (at, length) => {
      const pieces: Uint8Array[] = [];
      let start = 0;
      for (const { source, from, to } of ranges) {
        const first = Math.max(at - start, 0) + from;
        const last = Math.min(at + length - start + from, to);
        // A copy, because the next slice may reuse the buffer.
        if (first < last) pieces.push(new Uint8Array(source.slice(first, last - first)));
        start += to - from;
      }
      return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    },
  };
}

/** True if a file begins with all bytes of another. */
export function startsWith(file: Source, other: Source): boolean {
  if (file.size < other.size) return false;
  for (let at = 0; at < other.size; at += WINDOW_BYTES) {
    const length = Math.min(WINDOW_BYTES, other.size - at);
    if (Buffer.compare(new Uint8Array(file.slice(at, length)), other.slice(at, length)) !== 0) return false;
  }
  return true;
}

const WINDOW_BYTES = 1 << 20;
