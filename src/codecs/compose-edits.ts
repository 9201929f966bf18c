import { type Edit, EditClash, type Stretch, sortEdits, stretchesOf } from './edit.ts';

/**
 * One list of edits in place of two made one after the other: `second` counts its offsets in what `first` makes of a
 * file of `size` bytes. Bytes that neither touches stay outside the result. Throws EditClash as applyEdits does.
 */
export function composeEdits(size: number, first: readonly Edit[], second: readonly Edit[]): readonly Edit[] {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  return editsOf(size, cutUp(stretchesOf(size, first), second));
}

function cutUp(stretches: readonly Stretch[], edits: readonly Edit[]): Stretch[] {
  const out: Stretch[] = [];
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

function slice(stretch: Stretch, start: number, end: number): Stretch {
  if ('bytes' in stretch) return { bytes: stretch.bytes.subarray(start, end), length: end - start };
  return { from: stretch.from + start, length: end - start };
}

function editsOf(size: number, stretches: readonly Stretch[]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let come: Uint8Array[] = [];
  for (const stretch of [...stretches, { from: size, length: 0 }]) {
    if ('bytes' in stretch) {
      come.push(stretch.bytes);
      continue;
    }
    // An empty stretch has no place of its own: what is around it is one edit.
    if (stretch.length === 0 && stretch.from < size) continue;
    const insert = Buffer.concat(come);
    if (insert.length > 0 || stretch.from > at) edits.push({ at, remove: stretch.from - at, insert });
    at = stretch.from + stretch.length;
    come = [];
  }
  return edits;
}
