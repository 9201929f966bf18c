import { elements, member, type Value } from '../../../codecs/json/value.ts';

/** The last of repeated keys, as the program and Python read them. Null if absent, or without an object. */
export function lastValue(of: Value | null | undefined, key: string): Value | null {
  return member(of, key, 'last');
}

/** The blocks of a message; none where its content is no list. */
export function contentOf(message: Value | null): readonly Value[] {
  return elements(lastValue(message, 'content'));
}
