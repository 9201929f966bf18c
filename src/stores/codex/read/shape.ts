import {
  fieldAt,
  fieldsOf,
  findFields,
  isArray,
  isInteger,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  member,
  nextOf,
  type Value,
} from '../../../codecs/json/value.ts';

/**
 * True if a value is accepted; null is a missing key. Codex CLI takes null for a missing value and ignores others
 * silently, so no explanation is needed. The engine's schema explains in zod's words, and its optional members are
 * never null.
 */
export type Taken = (value: Value | null) => boolean;

export const aText: Taken = isString;
export const aList: Taken = isArray;
export const object: Taken = isObject;
export const anyValue: Taken = (value) => value !== null;
export const integer: Taken = (value) => value !== null && kindOf(value) === 'number' && isInteger(value);
export const unsigned: Taken = (value) => value !== null && integer(value) && !lexemeOf(value).startsWith('-');

export function absentOr(taken: Taken): Taken {
  return (value) => value === null || taken(value);
}

/** A key that may be missing or null. */
export function optional(taken: Taken): Taken {
  return (value) => value === null || kindOf(value) === 'null' || taken(value);
}

export function oneOf(...words: readonly string[]): Taken {
  const fields = fieldsOf(words);
  return (value) => isString(value) && fieldAt(value.tape, value.at, fields) >= 0;
}

export function either(...all: readonly Taken[]): Taken {
  return (value) => all.some((taken) => taken(value));
}

export function aListOf(taken: Taken): Taken {
  return (value) => {
    if (!isArray(value)) return false;
    const { tape, at: list } = value;
    const end = nextOf(value);
    for (let at = list + 1; at < end; at = nextOf({ tape, at })) if (!taken({ tape, at })) return false;
    return true;
  };
}

/** An object with these keys; it may have others. Not for one that is in itself: its keys are found in one place. */
export function objectWith(keys: Readonly<Record<string, Taken>>): Taken {
  const fields = fieldsOf(Object.keys(keys));
  const all = Object.values(keys);
  const found = new Int32Array(all.length);
  return (value) => {
    if (!isObject(value)) return false;
    const { tape } = value;
    findFields(value, fields, found);
    for (let place = 0; place < all.length; place++) {
      const at = found[place] as number;
      if (!(all[place] as Taken)(at === 0 ? null : { tape, at })) return false;
    }
    return true;
  };
}

/** An object whose `type` chooses what else it must have. */
export function tagged(kinds: Readonly<Record<string, Taken>>): Taken {
  const tags = fieldsOf(Object.keys(kinds));
  const all = Object.values(kinds);
  return (value) => {
    const tag = member(value, 'type');
    return isString(tag) && all[fieldAt(tag.tape, tag.at, tags)]?.(value) === true;
  };
}
