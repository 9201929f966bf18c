import { firstWhere, NO_BYTES } from './bytes.ts';
import { PADDING } from './json/tape.ts';
import type { Source } from './lines/source.ts';

/** Replaces `remove` bytes at byte offset `at` by `insert`. Bytes outside a file's edits stay unchanged. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
}

export function shifted(edit: Edit, by: number): Edit {
  return { ...edit, at: edit.at + by };
}

/** Thrown for edits that overlap, or reach outside the file: a bug in the planner. */
export class EditClash extends Error {
  override readonly name = 'EditClash';
}

/** Applies edits in any order. Insertions at one place keep their order, and come before a replacement there. Throws EditClash. */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const stretches = stretchesOf(bytes.length, edits);
  const size = stretches.reduce((sum, { length }) => sum + length, 0);
  // Zeros follow, as in the buffer of a file that was read, so that a scan needs no copy.
  const { buffer } = Buffer.allocUnsafeSlow(size + PADDING);
  new Uint8Array(buffer, size).fill(0);
  const out = new Uint8Array(buffer, 0, size);
  let to = 0;
  for (const stretch of stretches) {
    out.set('bytes' in stretch ? stretch.bytes : bytes.subarray(stretch.from, stretch.from + stretch.length), to);
    to += stretch.length;
  }
  return out;
}

export function sortEdits<T extends Pick<Edit, 'at' | 'remove'>>(edits: readonly T[]): readonly T[] {
  return [...edits].sort((a, b) => a.at - b.at || Math.sign(a.remove) - Math.sign(b.remove));
}

export function sizeChange(edits: readonly Edit[]): number {
  return edits.reduce((sum, { remove, insert }) => sum + insert.length - remove, 0);
}

/** A stretch of an edited file: original bytes (`from` is their offset), or new ones. */
export type EditedPiece =
  | { readonly from: number; readonly length: number }
  | { readonly bytes: Uint8Array; readonly length: number };

/** Stretches in order; some may be empty. Throws EditClash like applyEdits. */
function stretchesOf(size: number, edits: readonly Edit[]): EditedPiece[] {
  const stretches: EditedPiece[] = [];
  let from = 0;
  for (const { at, remove, insert } of sortEdits(edits)) {
    if (at < from || remove < 0 || at + remove > size)
      throw new EditClash(`edit at byte ${at} overlaps another or leaves the file`);
    stretches.push({ from, length: at - from }, { bytes: insert, length: insert.length });
    from = at + remove;
  }
  stretches.push({ from, length: size - from });
  return stretches;
}

/** Reads an edited file in pieces, so that neither file is held. Throws EditClash like applyEdits. */
export function editedSource(source: Source, edits: readonly Edit[]): Source {
  const stretches = stretchesOf(source.size, edits);
  const ends: number[] = [];
  for (const { length } of stretches) ends.push((ends.at(-1) ?? 0) + length);
  const size = ends.at(-1) ?? 0;
  return {
    size,
    slice: (at, length) => {
      const out = Buffer.allocUnsafe(Math.max(Math.min(length, size - at), 0));
      const read = readerOf(source, Math.min(out.length, READ_BYTES));
      let got = 0;
      for (let n = firstBeyond(ends, at); got < out.length && n < stretches.length; n++) {
        const stretch = stretches[n] as EditedPiece;
        const start = at + got - ((ends[n] ?? 0) - stretch.length);
        const bytes = pieceBytes(read, stretch, start, Math.min(stretch.length - start, out.length - got));
        out.set(bytes, got);
        got += bytes.length;
      }
      return out.subarray(0, got);
    },
  };
}

const READ_BYTES = 1 << 16;

/** Reads ranges in order, those near each other at once: a read of a file for each of a million edits takes a minute. */
function readerOf(source: Source, least: number): Source['slice'] {
  let from = 0;
  let window: Uint8Array = NO_BYTES;
  return (at, length) => {
    if (at + length > from + window.length) {
      from = at;
      window = source.slice(at, Math.min(Math.max(length, least), source.size - at));
    }
    return window.subarray(at - from, at - from + length);
  };
}

function pieceBytes(read: Source['slice'], stretch: EditedPiece, start: number, length: number): Uint8Array {
  return 'bytes' in stretch ? stretch.bytes.subarray(start, start + length) : read(stretch.from + start, length);
}

function firstBeyond(ends: readonly number[], at: number): number {
  return firstWhere(ends.length, (place) => (ends[place] ?? 0) > at);
}

/**
 * Joins two lists of edits; offsets of `second` are in the result of `first` on `size` bytes. Throws EditClash like applyEdits if both
 * lists have edits.
 */
export function composeEdits(size: number, first: readonly Edit[], second: readonly Edit[]): readonly Edit[] {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  return editsOf(size, splitByEdits(stretchesOf(size, first), second));
}

function splitByEdits(stretches: readonly EditedPiece[], edits: readonly Edit[]): EditedPiece[] {
  const out: EditedPiece[] = [];
  const rest = [...stretches].reverse();
  let at = 0;
  const take = (until: number, keep: boolean) => {
    while (at < until) {
      const stretch = rest.pop();
      if (stretch === undefined) throw new EditClash(`edit at byte ${until} leaves the file`);
      const length = Math.min(stretch.length, until - at);
      if (keep) out.push(slice(stretch, 0, length));
      if (length < stretch.length) rest.push(slice(stretch, length, stretch.length));
      at += length;
    }
  };
  for (const edit of sortEdits(edits)) {
    if (edit.at < at || edit.remove < 0)
      throw new EditClash(`edit at byte ${edit.at} overlaps another or leaves the file`);
    take(edit.at, true);
    out.push({ bytes: edit.insert, length: edit.insert.length });
    take(edit.at + edit.remove, false);
  }
  return [...out, ...rest.reverse()];
}

function slice(stretch: EditedPiece, start: number, end: number): EditedPiece {
  if ('bytes' in stretch) return { bytes: stretch.bytes.subarray(start, end), length: end - start };
  return { from: stretch.from + start, length: end - start };
}

function editsOf(size: number, stretches: readonly EditedPiece[]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let come: Uint8Array[] = [];
  for (const stretch of [...stretches, { from: size, length: 0 }]) {
    if ('bytes' in stretch) {
      come.push(stretch.bytes);
      continue;
    }
    // An empty stretch has no place of its own: one edit covers its neighbours.
    if (stretch.length === 0 && stretch.from < size) continue;
    const insert = Buffer.concat(come);
    if (insert.length > 0 || stretch.from > at) edits.push({ at, remove: stretch.from - at, insert });
    at = stretch.from + stretch.length;
    come = [];
  }
  return edits;
}

/** A file edited in its own buffer. Until `restore` its original bytes are overwritten. */
interface EditedInPlace {
  readonly bytes: Uint8Array;
  restore(): void;
}

/** Bytes that a later edit may add before it reaches saved bytes at the end. */
const SPARE_BYTES = 1 << 16;

/** Number of writable bytes of each buffer; later ones are still needed. */
const OPEN = new WeakMap<ArrayBufferLike, number>();

/**
 * `applyEdits` within the buffer that `bytes` fill. Null if they do not fill it, or it is too small. Throws EditClash before any change.
 * Removed bytes stay in place if they are at least `spare` after the result; others are saved elsewhere.
 */
export function editInPlace(bytes: Uint8Array, edits: readonly Edit[], spare = SPARE_BYTES): EditedInPlace | null {
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
    restore: () => {
      OPEN.set(buffer, open);
      move(space, back, length);
    },
  };
}

/** Pieces that undo ordered edits. Bytes from `end` on are still in place. */
function undoing(bytes: Uint8Array, edits: readonly Edit[], end: number): EditedPiece[] {
  const stretches: EditedPiece[] = [];
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

/** Moves pieces: first those that move down, from the left, then the others from the right, so that none is overwritten before it moved. */
function move(space: Uint8Array, stretches: readonly EditedPiece[], size: number): void {
  let end = 0;
  const pieces = stretches.map((stretch) => {
    const to = end;
    end += stretch.length;
    // New bytes may be part of this buffer, which moves.
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
