import {
  elements,
  isString,
  kindOf,
  lexemeOf,
  member,
  members,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';

/** What Python's `dict.get` answers for a key: the last of repeated ones; null where there is none, or no object. */
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

/** What Python's `if value:` makes of a value, for the copies that the SDK writes; a key that is absent is false. */
export function isTruthy(value: Value | null): boolean {
  if (value === null) return false;
  switch (kindOf(value)) {
    case 'string':
      return textOf(value) !== '';
    case 'number':
      return Number(lexemeOf(value)) !== 0;
    case 'object':
      return members(value).length > 0;
    case 'array':
      return elements(value).length > 0;
    default:
      return kindOf(value) === 'true';
  }
}
