export const LF = 0x0a;
export const CR = 0x0d;
export const LF_BYTES = Buffer.from('\n');
export const NO_BYTES = Buffer.alloc(0);

/** A view: nothing is copied. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

export function isMarkAt(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}

/** True for a text that begins with the byte-order mark of UTF-16. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

export function markEnd(bytes: Uint8Array): number {
  let at = 0;
  while (isMarkAt(bytes, at)) at += 3;
  return at;
}

/** Binary search: `holds` is false up to a place and true from there on. `count` if it never holds. */
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
