const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** JSON text without the white space between its tokens; each token keeps its bytes. */
export function compacted(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let size = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (!isText && BLANKS.has(byte)) continue;
    kept[size++] = byte;
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH && at + 1 < bytes.length) kept[size++] = bytes[++at] ?? 0;
  }
  return kept.subarray(0, size);
}
