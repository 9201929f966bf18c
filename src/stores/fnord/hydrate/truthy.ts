import { kindOf, member, type Value } from '../../../codecs/json/value.ts';

/** The value of a key unless it is null or false: what Elixir's `||` takes. */
export function truthy(object: Value, key: string): Value | null {
  const value = member(object, key);
  if (value === null) return null;
  const kind = kindOf(value);
  return kind === 'null' || kind === 'false' ? null : value;
}
