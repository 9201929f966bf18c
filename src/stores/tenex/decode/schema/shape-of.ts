import { spanOf } from '../../../../codecs/json/cursor.ts';
import { elements, kindOf, lexemeOf, members, textOf, type Value } from '../../../../codecs/json/value.ts';

/** Levels of containers that the schemas look into. */
const DEEPEST = 6;
/** Bytes of the longest text whose wording matters: a phase. */
const LONGEST = 256;

/**
 * What a schema has to see of a value: as JSON.parse gives it, last of equal keys, but long texts are empty and what lies
 * deeper than any schema looks is null. A history is judged by it without a copy of its events.
 */
export function shapeOf(value: Value, depth = 0): unknown {
  switch (kindOf(value)) {
    case 'object':
      return depth < DEEPEST ? objectShape(value, depth) : {};
    case 'array':
      return depth < DEEPEST ? elements(value).map((each) => shapeOf(each, depth + 1)) : [];
    case 'string':
      return spanOf(value).end - spanOf(value).start > LONGEST ? '' : textOf(value);
    case 'number':
      return Number(lexemeOf(value));
    case 'null':
      return null;
    default:
      return kindOf(value) === 'true';
  }
}

function objectShape(value: Value, depth: number): Record<string, unknown> {
  const shape: Record<string, unknown> = {};
  for (const { key, value: each } of members(value)) {
    const name = textOf(key);
    const made = shapeOf(each, depth + 1);
    // Assigning to `__proto__` would make no member.
    if (name === '__proto__')
      Object.defineProperty(shape, name, { value: made, enumerable: true, configurable: true, writable: true });
    else shape[name] = made;
  }
  return shape;
}
