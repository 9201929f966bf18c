import type { Source } from '../codecs/lines/source.ts';

export function heldSource(bytes: Uint8Array): Source {
  return { size: bytes.length, isHeld: true, slice: (at, length) => bytes.subarray(at, at + length) };
}

/** In the place of a file that cannot be read. */
export const NO_SOURCE = heldSource(new Uint8Array());
