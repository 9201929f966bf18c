import { bytesSource, LF, type Source } from '../../model/part.ts';

/** A place in a text as editors count it, from 1; `column` in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Bytes between remembered places, and so the most that one call reads. */
const STRIDE_BYTES = 1 << 16;

/**
 * Answers the line and column of a byte offset; a line ends with LF. Any number of calls cost one pass over the file. Ill-formed UTF-8
 * counts as if it were sound.
 */
export function lineColumns(text: Uint8Array | Source): (offset: number) => LineColumn {
  const { size, slice } = text instanceof Uint8Array ? bytesSource(text) : text;
  const known: LineColumn[] = [{ line: 1, column: 1 }];
  let latest = { offset: 0, place: last(known) };
  return (offset) => {
    const end = Math.min(offset, size);
    for (let n = known.length; n * STRIDE_BYTES <= end; n++)
      known.push(count(slice((n - 1) * STRIDE_BYTES, STRIDE_BYTES), last(known)));
    const near = Math.floor(end / STRIDE_BYTES);
    // Offsets mostly ascend, so the last place is often near.
    const isNear = latest.offset >= near * STRIDE_BYTES && latest.offset <= end;
    const from = isNear ? latest : { offset: near * STRIDE_BYTES, place: known[near] ?? last(known) };
    const place = count(slice(from.offset, end - from.offset), from.place);
    latest = { offset: end, place };
    return place;
  };
}

function last(known: readonly LineColumn[]): LineColumn {
  return known.at(-1) ?? { line: 1, column: 1 };
}

function count(bytes: Uint8Array, start: LineColumn): LineColumn {
  let { line } = start;
  let from = 0;
  for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, from)) {
    line++;
    from = end + 1;
  }
  return { line, column: (from === 0 ? start.column : 1) + unitsIn(bytes, from) };
}

/** UTF-16 units from a byte on. Tests four bytes at once, because most are ASCII. */
function unitsIn(bytes: Uint8Array, from: number): number {
  const { words, first } = wordsIn(bytes);
  let units = 0;
  for (let at = from; at < bytes.length; at++) {
    for (let n = (at - first) >> 2; (at - first) % 4 === 0 && isAscii(words[n]); n++) {
      units += 4;
      at += 4;
    }
    units += unitsOf(bytes[at] ?? CONTINUES);
  }
  return units;
}

/** The aligned four-byte words, and the offset of the first. */
function wordsIn({ buffer, byteOffset, length }: Uint8Array): { readonly words: Int32Array; readonly first: number } {
  const first = -byteOffset & 3;
  if (length < first) return { words: new Int32Array(), first };
  return { words: new Int32Array(buffer, byteOffset + first, (length - first) >> 2), first };
}

function isAscii(word = CONTINUES): boolean {
  return (word & 0x80808080) === 0;
}

/** The upper bits of a UTF-8 continuation byte. */
const CONTINUES = 0x80;

/** UTF-16 units of the character with this lead byte; 0 for a continuation byte. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === CONTINUES) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
