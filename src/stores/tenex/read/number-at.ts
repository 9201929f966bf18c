import { kindOf, lexemeOf, member, type Value } from '../../../codecs/json/value.ts';

/** A member as a finite number, of equal keys the last; null for anything else, and for none. */
export function numberAt(object: Value, key: string): number | null {
  const value = member(object, key, 'last');
  if (value === null || kindOf(value) !== 'number') return null;
  const number = Number(lexemeOf(value));
  return Number.isFinite(number) ? number : null;
}
