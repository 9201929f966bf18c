import { scanByKernel } from './kernel.ts';
import { scanBytes } from './scanner.ts';
import type { Tape } from './tape.ts';

/**
 * Reads one JSON document (RFC 8259, to the letter) from `from` to the end of `bytes` onto a tape; never throws on
 * what it reads, and says on the tape where and why it is not JSON. Throws RangeError beyond 2 GiB.
 */
export function scan(bytes: Uint8Array, from = 0): Tape {
  return scanByKernel(bytes, from) ?? scanBytes(bytes, from);
}
