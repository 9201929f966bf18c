import { isString, textOf } from '../../../codecs/json/value.ts';
import type { Decoded } from '../decode/decoded.ts';

/** A member of the document that is a text; null for one of another type, and for none. */
export function textMember(decoded: Pick<Decoded, 'members'> | null, key: string): string | null {
  const value = decoded?.members.get(key);
  return isString(value) ? textOf(value) : null;
}
