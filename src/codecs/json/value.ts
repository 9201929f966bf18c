/** How a tape is read: a cursor, its members and elements, and its text. */
export {
  isArray,
  isComplete,
  isInteger,
  isObject,
  isString,
  kindOf,
  root,
  sourceOf,
  spanOf,
  type Value,
} from './cursor.ts';
export { eachElement, elements, firstElement, type Member, member, members, occurrences } from './members.ts';
export { isText, lexemeOf, textOf } from './text.ts';
