import { elements, kindOf, lexemeOf, members, textOf, type Value } from '../../../codecs/json/value.ts';

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
