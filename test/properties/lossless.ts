import { elements, isArray, isObject, isString, lexemeOf, textOf, type Value } from '../../src/codecs/json/value.ts';
import { firstMembers } from '../../src/stores/fnord/read/keys.ts';

/** A value with its number lexemes, and its keys in their order: what edits must not change. `parsed` is one that is due to become text. */
export type Lossless =
  | string
  | { readonly lexeme: string }
  | { readonly parsed: Lossless }
  | readonly Lossless[]
  | ReadonlyMap<string, Lossless>;

/** What is in a value, first of equal keys, numbers and literals as they are spelled. */
export function lossless(value: Value): Lossless {
  if (isString(value)) return textOf(value);
  if (isArray(value)) return Array.from(elements(value), lossless);
  if (isObject(value)) return new Map(Array.from(firstMembers(value), (each) => [each.name, lossless(each.value)]));
  return { lexeme: lexemeOf(value) };
}

/** The value of a key; undefined for none, and for what is not an object. */
export function get(value: Lossless | undefined, key: string): Lossless | undefined {
  return value instanceof Map ? value.get(key) : undefined;
}
