import { elements, kindOf, lexemeOf, members, textOf, type Value } from '../../../codecs/json/value.ts';

/** Python's `if value:`, for copies by the SDK; false for an absent key. */
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
