import { kindOf, type Value } from '../codecs/json/value.ts';

const NAMES = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  true: 'true',
  false: 'false',
  null: 'null',
} as const;

/** What a value is, as a person would say it. */
export function kindName(value: Value): string {
  return NAMES[kindOf(value)];
}
