import { elements, isString, member, textOf, type Value } from '../../../codecs/json/value.ts';

/** The last of repeated keys, as the program and Python read them. Null if absent, or without an object. */
export function lastValue(of: Value | null | undefined, key: string): Value | null {
  return of == null ? null : member(of, key, 'last');
}

/** The text that a key has; null for anything else. */
export function lastText(of: Value | null | undefined, key: string): string | null {
  const value = lastValue(of, key);
  return isString(value) ? textOf(value) : null;
}

/** The blocks of a message; none where its content is no list. */
export function contentOf(message: Value | null): readonly Value[] {
  const content = lastValue(message, 'content');
  return content === null ? [] : elements(content);
}
