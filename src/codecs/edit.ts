import { firstWhere } from './first-where.ts';
import { PADDING } from './json/lanes.ts';
import type { Source } from './lines/source.ts';

/**
 * One replacement in a file: `remove` bytes at byte offset `at` give way to `insert`.
 * A change to a user's file is a list of these, so every byte outside them stays as it was.
 */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
}

/** An edit on a part of a file, as one on the file. */
export function shifted(edit: Edit, by: number): Edit {
  return { ...edit, at: edit.at + by };
}

/** Two edits touch the same bytes, or one reaches outside the file: a bug in whoever planned them. */
export class EditClash extends Error {
  override readonly name = 'EditClash';
}

/**
 * The bytes with all edits made, in whatever order they are given; two insertions at one place keep the order given,
 * and come before what replaces or removes the bytes there.
 * Throws EditClash when edits overlap or reach outside `bytes`.
 */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const stretches = stretchesOf(bytes.length, edits);
  const size = stretches.reduce((sum, { length }) => sum + length, 0);
  // With zeros after it, as after a file that was read: then a scan needs no copy of a large one.
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

/** Edits by place; at one place insertions come first, in the order given. */
export function sortEdits<T extends Pick<Edit, 'at' | 'remove'>>(edits: readonly T[]): readonly T[] {
  return [...edits].sort((a, b) => a.at - b.at || Math.sign(a.remove) - Math.sign(b.remove));
}

/** A stretch of an edited file: of the original (`from` is where it was), or new bytes. */
export type Stretch =
  | { readonly from: number; readonly length: number }
  | { readonly bytes: Uint8Array; readonly length: number };

/** The stretches that edits make of a file of `size` bytes, in order; some may be empty. Throws EditClash as applyEdits does. */
export function stretchesOf(size: number, edits: readonly Edit[]): Stretch[] {
  const stretches: Stretch[] = [];
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

/**
 * What edits make of a file, as a file that is read in pieces: ranges of the original and the new bytes, so that neither file is ever
 * held. Throws EditClash as applyEdits does.
 */
export function editedSource(source: Source, edits: readonly Edit[]): Source {
  const stretches = stretchesOf(source.size, edits);
  const ends: number[] = [];
  for (const { length } of stretches) ends.push((ends.at(-1) ?? 0) + length);
  const size = ends.at(-1) ?? 0;
  return {
    size,
    slice: (at, length) => {
      const out = Buffer.allocUnsafe(Math.max(Math.min(length, size - at), 0));
      let got = 0;
      for (let n = firstBeyond(ends, at); got < out.length && n < stretches.length; n++) {
        const stretch = stretches[n] as Stretch;
        const start = at + got - ((ends[n] ?? 0) - stretch.length);
        const bytes = cut(source, stretch, start, Math.min(stretch.length - start, out.length - got));
        out.set(bytes, got);
        got += bytes.length;
      }
      return out.subarray(0, got);
    },
  };
}

function cut(source: Source, stretch: Stretch, start: number, length: number): Uint8Array {
  return 'bytes' in stretch
    ? stretch.bytes.subarray(start, start + length)
    : source.slice(stretch.from + start, length);
}

/** The first of these ascending numbers that is greater. */
function firstBeyond(ends: readonly number[], at: number): number {
  return firstWhere(ends.length, (place) => (ends[place] ?? 0) > at);
}
