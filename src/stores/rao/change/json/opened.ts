import type { Tape } from '../../../../codecs/json/tape.ts';
import { root, type Value } from '../../../../codecs/json/value.ts';
import { scanAsR } from '../../decode/r-json.ts';

/** A file scanned as R reads it: from behind a byte-order mark. */
export function tapeOf(bytes: Uint8Array): Tape {
  return scanAsR(bytes).tape;
}

/** The outermost value of a file, whole or cut; null when none was begun, or there is no file. */
export function topOf(bytes: Uint8Array | null): Value | null {
  return bytes === null ? null : root(tapeOf(bytes));
}
