import { type Edit, type Stretch, sortEdits, stretchesOf } from './edit.ts';
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
  const stretches = stretchesOf(length, edits);
  const size = stretches.reduce((sum, each) => sum + each.length, 0);
  if (byteOffset !== 0 || size + PADDING > room.length) return null;
  const back = undoing(bytes, edits);
  move(room, stretches, size);
  return {
    bytes: room.subarray(0, size),
    putBack: () => move(room, stretchesOf(size, back), length),
  };
}

/** The edits that make the file again of what edits made of it. */
function undoing(bytes: Uint8Array, edits: readonly Edit[]): Edit[] {
  let shift = 0;
  return sortEdits(edits).map(({ at, remove, insert }) => {
    const back = { at: at + shift, remove: insert.length, insert: Uint8Array.from(bytes.subarray(at, at + remove)) };
    shift += insert.length - remove;
    return back;
  });
}

/** Stretches that move down go first, from the left, then those that move up, from the right: none is overwritten before it has moved. */
function move(room: Uint8Array, stretches: readonly Stretch[], size: number): void {
  let end = 0;
  const pieces = stretches.map((stretch) => {
    const to = end;
    end += stretch.length;
    // New bytes may be a part of this very buffer, which moves.
    if ('bytes' in stretch && stretch.bytes.buffer === room.buffer)
      return { to, ...stretch, bytes: Uint8Array.from(stretch.bytes) };
    return { to, ...stretch };
  });
  for (const piece of pieces)
    if ('from' in piece && piece.to < piece.from) room.copyWithin(piece.to, piece.from, piece.from + piece.length);
  for (const piece of pieces.toReversed())
    if ('from' in piece && piece.to > piece.from) room.copyWithin(piece.to, piece.from, piece.from + piece.length);
  for (const piece of pieces) if ('bytes' in piece) room.set(piece.bytes, piece.to);
  room.fill(0, size, size + PADDING);
}
