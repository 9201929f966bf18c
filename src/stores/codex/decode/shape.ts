import {
  elements,
  isArray,
  isInteger,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  member,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';

/**
 * Can a value be taken; null is a key that is not there. The schema of the engine is another language: it explains in the words of
 * zod, and an optional member of it is never null. Codex CLI takes null for what may be missing, and passes over what it cannot take
 * without a word, so that a yes or no is enough.
 */
export type Taken = (value: Value | null) => boolean;

export const aText: Taken = isString;
export const aList: Taken = isArray;
export const object: Taken = isObject;
export const anyValue: Taken = (value) => value !== null;
export const integer: Taken = (value) => value !== null && kindOf(value) === 'number' && isInteger(value);
export const unsigned: Taken = (value) => value !== null && integer(value) && !lexemeOf(value).startsWith('-');

/** A key that may be missing. */
export function absentOr(taken: Taken): Taken {
  return (value) => value === null || taken(value);
}

/** A key that may be missing or null. */
export function optional(taken: Taken): Taken {
  return (value) => value === null || kindOf(value) === 'null' || taken(value);
}

export function oneOf(...words: readonly string[]): Taken {
  return (value) => isString(value) && words.includes(textOf(value));
}

export function either(...all: readonly Taken[]): Taken {
  return (value) => all.some((taken) => taken(value));
}

export function aListOf(taken: Taken): Taken {
  return (value) => isArray(value) && elements(value).every(taken);
}

/** An object with these keys; it may have others. */
export function objectWith(keys: Readonly<Record<string, Taken>>): Taken {
  const all = Object.entries(keys);
  return (value) => isObject(value) && all.every(([key, taken]) => taken(member(value, key)));
}

/** An object whose `type` chooses what else it must have. */
export function tagged(kinds: Readonly<Record<string, Taken>>): Taken {
  return (value) => {
    const tag = member(value, 'type');
    const taken = isString(tag) ? kinds[textOf(tag)] : undefined;
    return taken?.(value) === true;
  };
}
