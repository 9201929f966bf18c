import { scan } from '../../../codecs/json/scan.ts';
import { root, type Value } from '../../../codecs/json/value.ts';

/** The JSON that a text of a record is; null for a text that is none. */
export function jsonIn(text: string): Value | null {
  const tape = scan(Buffer.from(text));
  return tape.fault === null ? root(tape) : null;
}
