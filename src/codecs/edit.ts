/**
 * One replacement in a file: `remove` bytes at byte offset `at` give way to `insert`.
 * A change to a user's file is a list of these, so every byte outside them stays as it was.
 */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
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
  const sorted = sortEdits(edits);
  let size = bytes.length;
  for (const edit of sorted) size += edit.insert.length - edit.remove;
  const out = new Uint8Array(Math.max(size, 0));
  let from = 0;
  let to = 0;
  for (const edit of sorted) {
    if (edit.at < from || edit.remove < 0 || edit.at + edit.remove > bytes.length)
      throw new EditClash(`edit at byte ${edit.at} overlaps another or leaves the file`);
    out.set(bytes.subarray(from, edit.at), to);
    to += edit.at - from;
    out.set(edit.insert, to);
    to += edit.insert.length;
    from = edit.at + edit.remove;
  }
  out.set(bytes.subarray(from), to);
  return out;
}

/** The same edits in the order of their place; at equal places insertions come first, in the order given. */
export function sortEdits(edits: readonly Edit[]): readonly Edit[] {
  return [...edits].sort((a, b) => a.at - b.at || Math.sign(a.remove) - Math.sign(b.remove));
}
