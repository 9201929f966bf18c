import { scanByKernel } from './kernel.ts';
import { scanBytes } from './scanner.ts';
import type { Tape } from './tape.ts';
import { root, type Value } from './value.ts';

/**
 * Scans one document (RFC 8259, strictly) up to the end of `bytes`. Never throws on its contents: the tape has the
 * fault. Throws RangeError beyond 2 GiB.
 */
export function scan(bytes: Uint8Array, from = 0): Tape {
  return scanByKernel(bytes, from) ?? scanBytes(bytes, from);
}

/** The value of bytes from a place on, if they are one whole document; null for none. */
export function wholeValue(bytes: Uint8Array | null | undefined, from = 0): Value | null {
  const tape = bytes == null ? null : scan(bytes, from);
  return tape?.fault === null ? root(tape) : null;
}
