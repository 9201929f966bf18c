import { type Edit, EditClash, sortEdits } from './edit.ts';

/**
 * One list of edits in place of two made one after the other: `second` counts its offsets in what `first` makes of a
 * file of `size` bytes. Bytes that neither touches stay outside the result. Throws EditClash as applyEdits does.
 */
export function composeEdits(size: number, first: readonly Edit[], second: readonly Edit[]): Edit[] {
  if (first.length === 0) return [...second];
  if (second.length === 0) return [...first];
  return editsOf(size, cutUp(piecesOf(size, first), second));
}

/** A stretch of the file between the two lists: of the original (`from` is where it was), or new bytes. */
type Piece =
  | { readonly from: number; readonly length: number }
  | { readonly bytes: Uint8Array; readonly length: number };

function piecesOf(size: number, edits: readonly Edit[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { at, remove, insert } of sortEdits(edits)) {
    if (at < from || remove < 0 || at + remove > size)
      throw new EditClash(`edit at byte ${at} overlaps another or leaves the file`);
    pieces.push({ from, length: at - from }, { bytes: insert, length: insert.length });
    from = at + remove;
  }
  pieces.push({ from, length: size - from });
  return pieces;
}

function cutUp(pieces: readonly Piece[], edits: readonly Edit[]): Piece[] {
  const out: Piece[] = [];
  const rest = [...pieces].reverse();
  let at = 0;
  const take = (until: number, keep: boolean) => {
    while (at < until) {
      const piece = rest.pop();
      if (piece === undefined) throw new EditClash(`edit at byte ${until} leaves the file`);
      const length = Math.min(piece.length, until - at);
      if (keep) out.push(slice(piece, 0, length));
      if (length < piece.length) rest.push(slice(piece, length, piece.length));
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

function slice(piece: Piece, start: number, end: number): Piece {
  if ('bytes' in piece) return { bytes: piece.bytes.subarray(start, end), length: end - start };
  return { from: piece.from + start, length: end - start };
}

function editsOf(size: number, pieces: readonly Piece[]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let come: Uint8Array[] = [];
  for (const piece of [...pieces, { from: size, length: 0 }]) {
    if ('bytes' in piece) {
      come.push(piece.bytes);
      continue;
    }
    // An empty stretch has no place of its own: what is around it is one edit.
    if (piece.length === 0 && piece.from < size) continue;
    const insert = Buffer.concat(come);
    if (insert.length > 0 || piece.from > at) edits.push({ at, remove: piece.from - at, insert });
    at = piece.from + piece.length;
    come = [];
  }
  return edits;
}
