import { heldSource } from '../../model/held-source.ts';
import type { Part } from '../../model/part.ts';

/** A place in a text as editors count it, from 1; `column` in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Bytes between two remembered places: the most that one question reads. */
const STRIDE = 1 << 16;

/**
 * Answers where in a text a byte offset is; a line ends with LF. Many questions about one large file, in any order, cost one
 * pass over it. Bytes that are no UTF-8 are counted as if they were.
 */
export function lineColumns(text: Uint8Array | Ranges): (offset: number) => LineColumn {
  const { size, slice } = text instanceof Uint8Array ? heldSource(text) : text;
  const known: LineColumn[] = [{ line: 1, column: 1 }];
  let latest = { offset: 0, place: last(known) };
  return (offset) => {
    const end = Math.min(offset, size);
    for (let n = known.length; n * STRIDE <= end; n++) known.push(count(slice((n - 1) * STRIDE, STRIDE), last(known)));
    const near = Math.floor(end / STRIDE);
    // Offsets mostly ascend.
    const isNear = latest.offset >= near * STRIDE && latest.offset <= end;
    const from = isNear ? latest : { offset: near * STRIDE, place: known[near] ?? last(known) };
    const place = count(slice(from.offset, end - from.offset), from.place);
    latest = { offset: end, place };
    return place;
  };
}

/** A text that is read in ranges; as `Source` of a part. */
export type Ranges = NonNullable<Part['source']>;

function last(known: readonly LineColumn[]): LineColumn {
  return known.at(-1) ?? { line: 1, column: 1 };
}

function count(bytes: Uint8Array, start: LineColumn): LineColumn {
  let { line, column } = start;
  const { words, first } = wordsIn(bytes);
  for (let at = 0; at < bytes.length; at++) {
    // Most texts are long stretches of ASCII in one line: four bytes of that at a time.
    for (let n = (at - first) >> 2; (at - first) % 4 === 0 && isPlain(words[n]); n++) {
      column += 4;
      at += 4;
    }
    const byte = bytes[at] ?? CONTINUES;
    if (byte === 0x0a) {
      line++;
      column = 1;
    } else column += unitsOf(byte);
  }
  return { line, column };
}

/** All whole words of four bytes, and where the first of them begins. */
function wordsIn({ buffer, byteOffset, length }: Uint8Array): { readonly words: Int32Array; readonly first: number } {
  const first = -byteOffset & 3;
  if (length < first) return { words: new Int32Array(), first };
  return { words: new Int32Array(buffer, byteOffset + first, (length - first) >> 2), first };
}

/** Four bytes of ASCII without an end of line. */
function isPlain(word = CONTINUES): boolean {
  const ends = word ^ 0x0a0a0a0a;
  return ((word | ((ends - 0x01010101) & ~ends)) & 0x80808080) === 0;
}

/** Upper bits of a continuation byte. */
const CONTINUES = 0x80;

/** UTF-16 units of the character at this lead byte. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === CONTINUES) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
