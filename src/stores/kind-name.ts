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

/** The type of a value in plain words. */
export function kindName(value: Value): string {
  return NAMES[kindOf(value)];
}
