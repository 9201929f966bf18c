/** Bytes that are read at once. */
const PIECE = 1 << 20;

/** Characters of the longest line that is held: no line of our own files is near it. */
const LONGEST = 2 ** 26;

/** Longer than any line of convo's files. */
export class LongLine extends Error {
  override readonly name = 'LongLine';
}

/** Whole lines, and a last one without an end. `read` answers fewer bytes only at the end. Throws LongLine. */
export function* textLines(read: (at: number, length: number) => Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for (let at = 0; ; at += PIECE) {
    const piece = read(at, PIECE);
    const [first = '', ...lines] = decoder.decode(piece, { stream: true }).split('\n');
    rest += first;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
    if (rest.length > LONGEST) throw new LongLine();
    if (piece.length < PIECE) break;
  }
  if (rest !== '') yield rest;
}
