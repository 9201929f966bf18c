import { isArray, isObject, nextOf, type Value } from './cursor.ts';

/** The first container within a value that is nested more than `most` levels deep, the value itself being the first; null for none. */
export function deeperThan(value: Value, most: number): Value | null {
  const { tape } = value;
  // Each level takes a token.
  if (nextOf(value) - value.at <= most) return null;
  const ends: number[] = [];
  for (let at = value.at; at < nextOf(value); at++) {
    const each = { tape, at };
    while (ends.length > 0 && at >= (ends.at(-1) ?? 0)) ends.pop();
    if (!isArray(each) && !isObject(each)) continue;
    if (ends.length >= most) return each;
    ends.push(nextOf(each));
  }
  return null;
}
