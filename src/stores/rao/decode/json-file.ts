import type { Tape } from '../../../codecs/json/tape.ts';
import { root, type Value } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { type Reading, refusedByYajl, scanAsR } from './r-json.ts';

/** One JSON file of a conversation as bytes and tape; nothing of it is built yet, and nothing of it is dropped. */
export interface JsonFile {
  readonly part: Part;
  readonly bytes: Uint8Array;
  /** Where the document begins: after a byte-order mark, which R takes off with a warning. */
  readonly start: number;
  readonly tape: Tape;
  /** The outermost value, whole or cut; null when none was begun. */
  readonly root: Value | null;
  /** Offset of the first comment or form feed in it, or -1. */
  readonly beyondJson: number;
  /** Why R does not read it, to be read after the file's name; null when it does. */
  readonly error: string | null;
}

/** Opens a file; null for a part without bytes. Offsets and spans count from the start of the file. */
export function openJson(part: Part, reading: Reading = 'file'): JsonFile | null {
  const { bytes } = part;
  if (bytes === null) return null;
  const { tape, start, beyondJson } = scanAsR(bytes, reading);
  return { part, bytes, start, tape, root: root(tape), beyondJson, error: errorOf(tape, reading) };
}

/** R looks at the encoding of texts only when it reads the file itself. */
function errorOf(tape: Tape, reading: Reading): string | null {
  if (tape.fault !== null) return `is not JSON: ${tape.fault.expected} at byte ${tape.fault.offset}`;
  if (tape.illFormed < 0 || reading === 'lines') return null;
  const offset = refusedByYajl(tape.bytes, tape.illFormed);
  return offset < 0 ? null : `has ill-formed UTF-8 at byte ${offset}`;
}
