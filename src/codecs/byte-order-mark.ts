/** True where a byte-order mark of UTF-8 is at an offset. */
export function isMarkAt(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}

/** Where a text begins: behind all byte-order marks. */
export function markEnd(bytes: Uint8Array): number {
  let at = 0;
  while (isMarkAt(bytes, at)) at += 3;
  return at;
}
