import { isString, member, textOf, type Value } from '../../../codecs/json/value.ts';

/** A member as text, of equal keys the last; null for one that is no text, and for none. */
export function textAt(object: Value, key: string): string | null {
  const value = member(object, key, 'last');
  return isString(value) ? textOf(value) : null;
}
