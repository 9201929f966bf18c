import type { Part } from '../../model/part.ts';

/** A place in a text as editors count it, from 1; `column` in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Bytes between two remembered places: what one question costs at most. */
const STRIDE = 1 << 16;

/**
 * Answers where in a text a byte offset is; a line ends with LF. Many questions about one large file, in any order, cost one
 * pass over it. Bytes that are no UTF-8 are counted as if they were.
 */
export function lineColumns(text: Uint8Array | Ranges): (offset: number) => LineColumn {
  const { size, slice } = text instanceof Uint8Array ? rangesOf(text) : text;
  const known: LineColumn[] = [{ line: 1, column: 1 }];
  let latest = { offset: 0, place: last(known) };
  return (offset) => {
    const end = Math.min(offset, size);
    for (let n = known.length; n * STRIDE <= end; n++) known.push(count(slice((n - 1) * STRIDE, STRIDE), last(known)));
    const near = Math.floor(end / STRIDE);
    // Questions mostly come in ascending order.
    const isNear = latest.offset >= near * STRIDE && latest.offset <= end;
    const from = isNear ? latest : { offset: near * STRIDE, place: known[near] ?? last(known) };
    const place = count(slice(from.offset, end - from.offset), from.place);
    latest = { offset: end, place };
    return place;
  };
}

/** A text that is read in ranges; as `Source` of a part. */
export type Ranges = NonNullable<Part['source']>;

/** Bytes as ranges of them. */
function rangesOf(bytes: Uint8Array): Ranges {
  return { size: bytes.length, slice: (at, length) => bytes.subarray(at, at + length) };
}

function last(known: readonly LineColumn[]): LineColumn {
  return known.at(-1) ?? { line: 1, column: 1 };
}

function count(bytes: Uint8Array, start: LineColumn): LineColumn {
  let { line, column } = start;
  for (const byte of bytes) {
    if (byte === 0x0a) {
      line++;
      column = 1;
    } else if ((byte & 0xc0) !== 0x80) column += byte >= 0xf0 ? 2 : 1;
  }
  return { line, column };
}
