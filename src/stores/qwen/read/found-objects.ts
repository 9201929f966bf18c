import type { ObjectSpan } from '../../../codecs/lines/shape.ts';

const [OPEN, CLOSE, QUOTE, ESCAPE] = [0x7b, 0x7d, 0x22, 0x5c];

/** Pieces of a line that the program tries to read as objects: from each outermost brace to the one that closes it. */
export function foundObjects(bytes: Uint8Array): ObjectSpan[] {
  const found: ObjectSpan[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE && depth > 0) at = endOfText(bytes, at);
    else if (byte === OPEN && depth++ === 0) start = at;
    else if (byte === CLOSE && depth > 0 && --depth === 0) found.push({ start, end: at + 1 });
  }
  return found;
}

/** Where the quote is that ends a text; the end of the bytes where none does. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === ESCAPE ? 2 : 1;
  return at;
}
