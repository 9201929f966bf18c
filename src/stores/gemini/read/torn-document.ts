import { scan } from '../../../codecs/json/scan.ts';
import { elements, isComplete, isObject, member, root, type Value } from '../../../codecs/json/value.ts';
import { textAt } from '../../engine/text-at.ts';

/** The object that runs to the end of the file, after whole messages of a session; null for another file. */
export function tornDocument(bytes: Uint8Array): Value | null {
  const tape = scan(bytes);
  const value = root(tape);
  const { fault } = tape;
  if (fault === null || !isObject(value) || isComplete(value) || textAt(value, 'sessionId') === null) return null;
  const isAtEnd = bytes.subarray(fault.offset).every((byte) => byte <= SPACE);
  return isAtEnd && elements(member(value, 'messages', 'last')).length > 0 ? value : null;
}

/** Bytes up to this one (NUL, line ends, blanks) count as white space. */
const SPACE = 0x20;
