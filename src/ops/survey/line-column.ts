/** A place in a text as editors count it, from 1; `column` in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Bytes between two remembered places: what one question costs at most. */
const STRIDE = 1 << 16;

/**
 * Answers where in a text a byte offset lies; a line ends with LF. Many questions about one large file, in any order, cost one
 * pass over it. Bytes that are no UTF-8 are counted as if they were.
 */
export function lineColumns(bytes: Uint8Array): (offset: number) => LineColumn {
  const known: LineColumn[] = [{ line: 1, column: 1 }];
  return (offset) => {
    const end = Math.min(offset, bytes.length);
    for (let n = known.length; n * STRIDE <= end; n++)
      known.push(count(bytes, (n - 1) * STRIDE, n * STRIDE, last(known)));
    const near = Math.floor(end / STRIDE);
    return count(bytes, near * STRIDE, end, known[near] ?? last(known));
  };
}

function last(known: readonly LineColumn[]): LineColumn {
  return known.at(-1) ?? { line: 1, column: 1 };
}

function count(bytes: Uint8Array, from: number, to: number, start: LineColumn): LineColumn {
  let { line, column } = start;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0x0a) {
      line++;
      column = 1;
    } else if ((byte & 0xc0) !== 0x80) column += byte >= 0xf0 ? 2 : 1;
  }
  return { line, column };
}
