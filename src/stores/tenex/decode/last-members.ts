import { members, textOf, type Value } from '../../../codecs/json/value.ts';

/** The members of an object by key as the owner sees them: of equal keys the last; a cut one included. */
export function lastMembers(object: Value): ReadonlyMap<string, Value> {
  return new Map(members(object, { open: true }).map(({ key, value }) => [textOf(key), value]));
}
