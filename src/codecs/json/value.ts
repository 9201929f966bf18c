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
  type ValueKind,
} from './cursor.ts';
export { elements, type Member, member, members, occurrences, type Reach } from './members.ts';
export { lexemeOf, textOf } from './text.ts';
