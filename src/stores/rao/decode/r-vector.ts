import { elements, isArray, isObject, type Value } from '../../../codecs/json/value.ts';

/**
 * Whether jsonlite makes a plain vector or a matrix of a list, in which R's `$` finds no member and stops: all of it plain values or
 * null, or lists of one length that are such vectors. A list of objects has columns, and an empty one stays a list.
 */
export function isVector(value: Value): boolean {
  return shapeOf(value) !== null;
}

/** R itself gives up on arguments that are nested deeper. */
const DEEPEST = 170;

/** Its lengths, outermost first; null for what stays a list. */
function shapeOf(value: Value, depth = 0): readonly number[] | null {
  if (!isArray(value) || depth > DEEPEST) return null;
  const items = elements(value);
  if (items.length === 0) return null;
  if (items.every((item) => !isArray(item) && !isObject(item))) return [items.length];
  const [first, ...rest] = items.map((item) => shapeOf(item, depth + 1));
  if (first == null || rest.some((shape) => shape === null || shape.join() !== first.join())) return null;
  return [items.length, ...first];
}
