import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { root, type Value } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { refusedByYajl } from './yajl-utf8.ts';

/** One JSON file of a conversation as bytes and tape; nothing of it is built yet, and nothing of it is dropped. */
export interface JsonFile {
  readonly part: Part;
  readonly bytes: Uint8Array;
  /** Where the document begins: after a byte-order mark, which R takes off with a warning. */
  readonly start: number;
  readonly tape: Tape;
  /** The outermost value, whole or cut; null when none was begun. */
  readonly root: Value | null;
  /** Why R does not read it, to be read after the file's name; null when it does. */
  readonly error: string | null;
}

/** Opens a file; null for a part without bytes. Offsets and spans count from the start of the file. */
export function openJson(part: Part): JsonFile | null {
  const { bytes } = part;
  if (bytes === null) return null;
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const tape = scan(bytes, start);
  return { part, bytes, start, tape, root: root(tape), error: errorOf(tape) };
}

function errorOf(tape: Tape): string | null {
  if (tape.fault !== null) return `is not JSON: ${tape.fault.expected} at byte ${tape.fault.offset}`;
  if (tape.illFormed < 0) return null;
  const offset = refusedByYajl(tape.bytes, tape.illFormed);
  return offset < 0 ? null : `has ill-formed UTF-8 at byte ${offset}`;
}
