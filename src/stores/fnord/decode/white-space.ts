/**
 * Where the run of Unicode White_Space that begins at `from` ends; ill-formed UTF-8 ends it too.
 * This is Elixir's set: it has U+0085 and lacks U+FEFF, the reverse of JavaScript's (docs/formats/fnord.md, "Bytes").
 */
export function skipWhiteSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let width = widthAt(bytes, at); width > 0; width = widthAt(bytes, at)) at += width;
  return at;
}

/** Bytes of the white space character at `at`, or 0. */
function widthAt(bytes: Uint8Array, at: number): 0 | 1 | 2 | 3 {
  const first = bytes[at] ?? 0;
  if (isAsciiSpace(first)) return 1;
  const second = bytes[at + 1] ?? 0;
  if (first === 0xc2) return second === 0x85 || second === 0xa0 ? 2 : 0;
  return WIDE.has((first << 16) | (second << 8) | (bytes[at + 2] ?? 0)) ? 3 : 0;
}

function isAsciiSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, as the three bytes of their UTF-8. */
const WIDE = new Set([
  0xe19a80,
  ...Array.from({ length: 11 }, (_, i) => 0xe28080 + i),
  0xe280a8,
  0xe280a9,
  0xe280af,
  0xe2819f,
  0xe38080,
]);
