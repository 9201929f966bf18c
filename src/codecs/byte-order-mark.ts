/** True where a byte-order mark of UTF-8 is at an offset. */
export function isMarkAt(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}
