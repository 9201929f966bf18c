import { isString, lexemeOf, member, textOf, type Value } from '../../codecs/json/value.ts';

/** The text that an object has for a key, of equal keys the last; null for anything else. */
export function textAt(value: Value | null | undefined, key: string): string | null {
  const found = member(value, key, 'last');
  return isString(found) ? textOf(found) : null;
}

/** Unix milliseconds of a text; null for no time. */
export function timeAt(value: Value | null, key: string): number | null {
  const time = Date.parse(textAt(value, key) ?? '');
  return Number.isNaN(time) ? null : time;
}

/** A count, such as one of tokens; 0 for anything that is no number. */
export function countAt(value: Value | null, key: string): number {
  const found = member(value, key, 'last');
  return found === null ? 0 : Number(lexemeOf(found)) || 0;
}
