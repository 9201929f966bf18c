import { elements, isObject, member, members, textOf, type Value } from '../../../codecs/json/value.ts';

/** A member as JSON.parse has it. */
export function last(object: Value, key: string): Value | null {
  return member(object, key, 'last');
}

/** The objects in a list of the document, as they are. */
export function objectsIn(object: Value, key: string): Value[] {
  const list = last(object, key);
  return list === null ? [] : elements(list).filter((each) => isObject(each));
}

/** The members of an object by key as TENEX sees them: of equal keys the last; a cut one included. */
export function lastMembers(object: Value): ReadonlyMap<string, Value> {
  return new Map(members(object, { open: true }).map(({ key, value }) => [textOf(key), value]));
}
