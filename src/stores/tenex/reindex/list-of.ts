import { scan } from '../../../codecs/json/scan.ts';
import { isArray, member, root, type Value } from '../../../codecs/json/value.ts';

/** The list of conversations of an index, as JSON.parse would have it; null when the bytes hold none. */
export function listOf(bytes: Uint8Array): Value | null {
  const tape = scan(bytes);
  const whole = tape.fault === null ? root(tape) : null;
  const list = whole === null ? null : member(whole, 'conversations', 'last');
  return isArray(list) ? list : null;
}
