/** How a colour of a terminal begins in JSON, and in a text. */
export const COLOURS = ['\\u001b[', '\u001b['] as const;

/**
 * Takes colours out of bytes, in their memory, because a shown text has none: a word may be of two. `next` answers where text `n` of
 * `COLOURS` is from a place on; -1 for nowhere.
 */
export function withoutColours(bytes: Buffer, isJson: boolean, next: (n: number, from: number) => number): Buffer {
  const n = isJson ? 0 : 1;
  const { length } = COLOURS[n];
  let [kept, read] = [0, 0];
  for (let at = next(n, 0); at >= 0; at = next(n, at + length)) {
    const end = endOfColour(bytes, at + length);
    if (end < 0) continue;
    let start = at;
    // Each level of JSON in JSON doubles them.
    while (start > read && bytes[start - 1] === BACKSLASH) start--;
    bytes.copyWithin(kept, read, start);
    kept += start - read;
    read = end;
  }
  if (read === 0) return bytes;
  bytes.copyWithin(kept, read);
  return bytes.subarray(0, kept + bytes.length - read);
}

const BACKSLASH = 0x5c;
const SMALL_M = 0x6d;

/** Behind the `m` that ends the numbers of a colour; -1 for another sequence. */
function endOfColour(bytes: Buffer, from: number): number {
  let at = from;
  // From `0` to `;`.
  while ((bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x3b) at++;
  return bytes[at] === SMALL_M ? at + 1 : -1;
}
