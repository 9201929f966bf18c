import { scan } from './scan.ts';
import { root, type Value } from './value.ts';

/** The value of bytes from a place on, if they are one whole document; null for none. */
export function wholeValue(bytes: Uint8Array | null | undefined, from = 0): Value | null {
  const tape = bytes == null ? null : scan(bytes, from);
  return tape?.fault === null ? root(tape) : null;
}
