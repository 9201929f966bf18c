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
export type IsAccepted = (value: Value | null) => boolean;

export const aText: IsAccepted = isString;
export const aList: IsAccepted = isArray;
export const object: IsAccepted = isObject;
export const anyValue: IsAccepted = (value) => value !== null;
export const integer: IsAccepted = (value) => value !== null && kindOf(value) === 'number' && isInteger(value);
export const unsigned: IsAccepted = (value) => value !== null && integer(value) && !lexemeOf(value).startsWith('-');

export function absentOr(taken: IsAccepted): IsAccepted {
  return (value) => value === null || taken(value);
}

/** A key that may be missing or null. */
export function optional(taken: IsAccepted): IsAccepted {
  return (value) => value === null || kindOf(value) === 'null' || taken(value);
}

export function oneOf(...words: readonly string[]): IsAccepted {
  const fields = fieldsOf(words);
  return (value) => isString(value) && fieldAt(value.tape, value.at, fields) >= 0;
}

export function anyOf(...all: readonly IsAccepted[]): IsAccepted {
  return (value) => all.some((taken) => taken(value));
}

export function listOf(taken: IsAccepted): IsAccepted {
  return (value) => {
    if (!isArray(value)) return false;
    const { tape, at: list } = value;
    const end = nextOf(value);
    for (let at = list + 1; at < end; at = nextOf({ tape, at })) if (!taken({ tape, at })) return false;
    return true;
  };
}

/** An object with these keys; it may have others. Not for one that is in itself: its keys are found in one place. */
export function objectWith(keys: Readonly<Record<string, IsAccepted>>): IsAccepted {
  const fields = fieldsOf(Object.keys(keys));
  const all = Object.values(keys);
  const found = new Int32Array(all.length);
  return (value) => {
    if (!isObject(value)) return false;
    const { tape } = value;
    findFields(value, fields, found);
    for (let place = 0; place < all.length; place++) {
      const at = found[place] as number;
      if (!(all[place] as IsAccepted)(at === 0 ? null : { tape, at })) return false;
    }
    return true;
  };
}

/** An object whose `type` chooses what else it must have. */
export function tagged(kinds: Readonly<Record<string, IsAccepted>>): IsAccepted {
  const tags = fieldsOf(Object.keys(kinds));
  const all = Object.values(kinds);
  return (value) => {
    const tag = member(value, 'type');
    return isString(tag) && all[fieldAt(tag.tape, tag.at, tags)]?.(value) === true;
  };
}
