import { type Edit, type Stretch, sortEdits, stretchesOf } from './edit.ts';
import { PADDING } from './json/lanes.ts';

/** A file that was edited in its own buffer: until `putBack`, the bytes that it was made of are not there. */
export interface InPlace {
  readonly bytes: Uint8Array;
  /** Makes the file what it was. */
  putBack(): void;
}

/** Bytes that a later edit of what was edited may add, before what was cut off is in its way. */
const SPARE = 1 << 16;

/** How many bytes of a buffer an edit may write to, where others after them are still needed. */
const OPEN = new WeakMap<ArrayBufferLike, number>();

/**
 * What `applyEdits` would make of bytes that fill a buffer of their own, made in that buffer. Null where they do not, or where it
 * has no room. Throws EditClash as `applyEdits` does, and then nothing was changed. Of what edits remove, the part that is `spare`
 * bytes or more behind the edited bytes stays where it is; only the rest is held apart.
 */
export function editInPlace(bytes: Uint8Array, edits: readonly Edit[], spare = SPARE): InPlace | null {
  const { buffer, byteOffset, length } = bytes;
  const space = new Uint8Array(buffer);
  const open = OPEN.get(buffer) ?? space.length;
  const stretches = stretchesOf(length, edits);
  const size = stretches.reduce((sum, each) => sum + each.length, 0);
  if (byteOffset !== 0 || size + PADDING > open) return null;
  const end = size + PADDING + spare;
  const back = undoing(bytes, sortEdits(edits), end);
  move(space, stretches, size);
  if (end < length) OPEN.set(buffer, end);
  return {
    bytes: space.subarray(0, size),
    putBack: () => {
      OPEN.set(buffer, open);
      move(space, back, length);
    },
  };
}

/** The stretches that make the file again of what edits in order made of it; what was at `end` or behind it is still there. */
function undoing(bytes: Uint8Array, edits: readonly Edit[], end: number): Stretch[] {
  const stretches: Stretch[] = [];
  let shift = 0;
  let from = 0;
  for (const { at, remove, insert } of edits) {
    const next = at + remove;
    const head = Uint8Array.from(bytes.subarray(at, Math.min(next, Math.max(at, end))));
    stretches.push({ from: from + shift, length: at - from }, { bytes: head, length: head.length });
    stretches.push({ from: at + head.length, length: remove - head.length });
    shift += insert.length - remove;
    from = next;
  }
  stretches.push({ from: from + shift, length: bytes.length - from });
  return stretches;
}

/** Stretches that move down go first, from the left, then those that move up, from the right: none is overwritten before it has moved. */
function move(space: Uint8Array, stretches: readonly Stretch[], size: number): void {
  let end = 0;
  const pieces = stretches.map((stretch) => {
    const to = end;
    end += stretch.length;
    // New bytes may be a part of this very buffer, which moves.
    if ('bytes' in stretch && stretch.bytes.buffer === space.buffer)
      return { to, ...stretch, bytes: Uint8Array.from(stretch.bytes) };
    return { to, ...stretch };
  });
  for (const piece of pieces)
    if ('from' in piece && piece.to < piece.from) space.copyWithin(piece.to, piece.from, piece.from + piece.length);
  for (const piece of pieces.toReversed())
    if ('from' in piece && piece.to > piece.from) space.copyWithin(piece.to, piece.from, piece.from + piece.length);
  for (const piece of pieces) if ('bytes' in piece) space.set(piece.bytes, piece.to);
  space.fill(0, size, size + PADDING);
}
