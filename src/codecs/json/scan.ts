import { scanByKernel } from './kernel.ts';
import { scanBytes } from './scanner.ts';
import type { Tape } from './tape.ts';

/**
 * Scans one document (RFC 8259, strictly) up to the end of `bytes`. Never throws on its contents: the tape has the
 * fault. Throws RangeError beyond 2 GiB.
 */
export function scan(bytes: Uint8Array, from = 0): Tape {
  return scanByKernel(bytes, from) ?? scanBytes(bytes, from);
}
