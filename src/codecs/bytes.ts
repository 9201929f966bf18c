export const LF = 0x0a;
export const CR = 0x0d;
export const LF_BYTES = Buffer.from('\n');
export const NO_BYTES = Buffer.alloc(0);

/** A view: nothing is copied. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

export function isBomAt(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}

/** True for UTF-16 with its mark, before a character with a NUL byte: in all files of records it is ASCII. */
export function isUtf16([first, second, third = 0, fourth = 0]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked && (third === 0 || fourth === 0);
}

export function bomEnd(bytes: Uint8Array): number {
  let at = 0;
  while (isBomAt(bytes, at)) at += 3;
  return at;
}

/** Binary search for the first place at which `holds` is true, as at all later ones; `count` if there is none. */
export function firstWhere(count: number, holds: (place: number) => boolean): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const half = (from + to) >> 1;
    if (holds(half)) to = half;
    else from = half + 1;
  }
  return from;
}

/** Offset of the first ill-formed UTF-8 sequence, or -1 (Unicode 16, table 3-7: no overlong forms, surrogates, or code points above U+10FFFF). */
export function illFormedAt(bytes: Uint8Array, from = 0): number {
  let at = from;
  while (at < bytes.length) {
    const length = sequenceAt(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** Offsets of the bytes that belong to no character. */
export function* illFormedPlaces(bytes: Uint8Array): Generator<number> {
  for (let at = illFormedAt(bytes); at >= 0; at = illFormedAt(bytes, at + 1)) yield at;
}

/** Runs of bytes that belong to no character: one edit for each byte would take minutes. */
export function illFormedRuns(bytes: Uint8Array): { readonly at: number; readonly length: number }[] {
  const runs: { at: number; length: number }[] = [];
  for (const at of illFormedPlaces(bytes)) {
    const last = runs.at(-1);
    if (last !== undefined && last.at + last.length === at) last.length++;
    else runs.push({ at, length: 1 });
  }
  return runs;
}

export function* nulRuns(bytes: Uint8Array): Generator<{ readonly at: number; readonly length: number }> {
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at)) {
    const start = at;
    while (bytes[at] === 0) at++;
    yield { at: start, length: at - start };
  }
}

function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lengthOf(lead);
  if (length > 1 && !secondFits(lead, bytes[at + 1] ?? 0)) return 0;
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** True if the second byte may follow the first; this excludes overlong forms, surrogates and too large code points. */
function secondFits(lead: number, second: number): boolean {
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return second >= low && second <= high;
}
