/**
 * Offset of the first byte that R's JSON reader refuses, or -1: it looks at the pattern of lead and following bytes only, and so
 * takes overlong forms, surrogates and what lies beyond Unicode (docs/formats/rao.md, "JSON as R has it").
 */
export function refusedByYajl(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    if (length === 0) return at;
    for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return at;
    at += length;
  }
  return -1;
}

function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >> 5 === 0b110) return 2;
  if (lead >> 4 === 0b1110) return 3;
  return lead >> 3 === 0b11110 ? 4 : 0;
}
