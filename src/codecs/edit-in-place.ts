import { type Edit, EditClash, sortEdits } from './edit.ts';
import { PADDING } from './json/lanes.ts';

/** A file that was edited in its own buffer: until `putBack`, the bytes that it was made of are not there. */
export interface InPlace {
  readonly bytes: Uint8Array;
  /** Makes the file what it was. */
  putBack(): void;
}

/**
 * What `applyEdits` would make of bytes that fill a buffer of their own, made in that buffer. Null where they do not, or where it
 * has no room. Throws EditClash as `applyEdits` does, and then nothing was changed.
 */
export function editInPlace(bytes: Uint8Array, edits: readonly Edit[]): InPlace | null {
  const { buffer, byteOffset, length } = bytes;
  const room = new Uint8Array(buffer);
  const { pieces, back, size } = pieced(bytes, edits);
  if (byteOffset !== 0 || size + PADDING > room.length) return null;
  move(room, pieces, size);
  return {
    bytes: room.subarray(0, size),
    putBack: () => move(room, pieced(room.subarray(0, size), back).pieces, length),
  };
}

/** A stretch that stays and moves, or new bytes. */
interface Piece {
  readonly from: number | null;
  readonly to: number;
  readonly length: number;
  readonly insert: Uint8Array | null;
}

function pieced(bytes: Uint8Array, edits: readonly Edit[]) {
  const pieces: Piece[] = [];
  const back: Edit[] = [];
  let from = 0;
  let to = 0;
  for (const { at, remove, insert } of sortEdits(edits)) {
    if (at < from || remove < 0 || at + remove > bytes.length)
      throw new EditClash(`edit at byte ${at} overlaps another or leaves the file`);
    pieces.push({ from, to, length: at - from, insert: null });
    to += at - from;
    pieces.push({
      from: null,
      to,
      length: insert.length,
      insert: insert.buffer === bytes.buffer ? Uint8Array.from(insert) : insert,
    });
    back.push({ at: to, remove: insert.length, insert: Uint8Array.from(bytes.subarray(at, at + remove)) });
    to += insert.length;
    from = at + remove;
  }
  pieces.push({ from, to, length: bytes.length - from, insert: null });
  return { pieces, back, size: to + bytes.length - from };
}

/** Stretches that move down go first, from the left, then those that move up, from the right: none is overwritten before it has moved. */
function move(room: Uint8Array, pieces: readonly Piece[], size: number): void {
  for (const { from, to, length } of pieces) if (from !== null && to < from) room.copyWithin(to, from, from + length);
  for (let n = pieces.length - 1; n >= 0; n--) {
    const { from = null, to, length } = pieces[n] as Piece;
    if (from !== null && to > from) room.copyWithin(to, from, from + length);
  }
  for (const { to, insert } of pieces) if (insert !== null) room.set(insert, to);
  room.fill(0, size, size + PADDING);
}
