/** True for an end with whole characters; otherwise one may be cut there. */
interface ExactEnds {
  readonly starts: boolean;
  readonly ends: boolean;
}

/** Characters, with bytes that are not UTF-8 as `\xff`; a partial character at a cut end is dropped. */
export function spelledCharacters(bytes: Uint8Array, { starts, ends }: ExactEnds): string[] {
  const characters: string[] = [];
  let at = starts ? 0 : bytes.findIndex((byte, i) => i === 3 || (byte & 0xc0) !== 0x80);
  while (at >= 0 && at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = lengthOf(lead);
    if (!ends && at + length > bytes.length) break;
    const text = textOf(bytes.subarray(at, at + length));
    characters.push(text ?? `\\x${lead.toString(16).padStart(2, '0')}`);
    at += text === null ? 1 : length;
  }
  return characters;
}

function lengthOf(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
