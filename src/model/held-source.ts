import type { Source } from '../codecs/lines/source.ts';

export function heldSource(bytes: Uint8Array): Source {
  return { size: bytes.length, isHeld: true, slice: (at, length) => bytes.subarray(at, at + length) };
}
