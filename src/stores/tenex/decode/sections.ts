import { elements, isObject, member, type Value } from '../../../codecs/json/value.ts';

/** A member as JSON.parse has it. */
export function last(object: Value, key: string): Value | null {
  return member(object, key, 'last');
}

/** The objects in a list of the document, as they stand. */
export function objectsIn(object: Value, key: string): Value[] {
  const list = last(object, key);
  return list === null ? [] : elements(list).filter((each) => isObject(each));
}
