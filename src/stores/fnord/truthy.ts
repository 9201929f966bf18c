import { kindOf, member, type Value } from '../../codecs/json/value.ts';

/** The first of these keys whose value is neither null nor false: how Elixir's `||` picks one. */
export function truthy(object: Value, ...keys: readonly string[]): Value | null {
  for (const key of keys) {
    const value = member(object, key);
    if (value === null) continue;
    const kind = kindOf(value);
    if (kind !== 'null' && kind !== 'false') return value;
  }
  return null;
}
