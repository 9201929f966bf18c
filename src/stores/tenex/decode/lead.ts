/** The offset behind a UTF-8 byte-order mark; 0 without one. */
export function leadOf(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
