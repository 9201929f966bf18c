import {
  fieldAt,
  fieldsOf,
  findFields,
  isArray,
  isInteger,
  isObject,
  isString,
  lastMembers,
  lexemeOf,
  nextOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';

/**
 * True for an accepted value; null means a missing key.
 * Codex CLI treats null as missing and drops invalid values silently, so no reason is given. The engine's schemas give zod's reasons, and
 * their optional members are never null.
 */
export type IsAccepted = (value: Value | null) => boolean;

export const aText: IsAccepted = isString;
export const aList: IsAccepted = isArray;
export const object: IsAccepted = isObject;
export const number: IsAccepted = (value) => value !== null && typeOf(value) === 'number';
export const bool: IsAccepted = (value) => value !== null && ['true', 'false'].includes(typeOf(value));
export const absent: IsAccepted = (value) => value === null;
export const integer: IsAccepted = (value) => value !== null && number(value) && isInteger(value);
export const unsigned: IsAccepted = (value) => value !== null && integer(value) && isInRange(lexemeOf(value));

/** True if a number fits the program's unsigned 64 bits. */
function isInRange(digits: string): boolean {
  return !digits.startsWith('-') && (digits.length < MAX_UNSIGNED.length || BigInt(digits) <= BigInt(MAX_UNSIGNED));
}

const MAX_UNSIGNED = '18446744073709551615';

export function absentOr(accepts: IsAccepted): IsAccepted {
  return (value) => value === null || accepts(value);
}

export function optionally(accepts: IsAccepted): IsAccepted {
  return (value) => value === null || typeOf(value) === 'null' || accepts(value);
}

export function oneOf(...words: readonly string[]): IsAccepted {
  const fields = fieldsOf(words);
  return (value) => isString(value) && fieldAt(value.tape, value.at, fields) >= 0;
}

export function anyOf(...all: readonly IsAccepted[]): IsAccepted {
  return (value) => all.some((accepts) => accepts(value));
}

export function listOf(accepts: IsAccepted): IsAccepted {
  return (value) => {
    if (!isArray(value)) return false;
    const { tape, at: list } = value;
    const end = nextOf(value);
    for (let at = list + 1; at < end; at = nextOf({ tape, at })) if (!accepts({ tape, at })) return false;
    return true;
  };
}

export function mapOf(accepts: IsAccepted): IsAccepted {
  return (value) => isObject(value) && [...lastMembers(value).values()].every(accepts);
}

/** Accepts an object with these keys, and any others. Do not nest a result in itself: it reuses one buffer for the places of keys. */
export function objectWith(keys: Readonly<Record<string, IsAccepted>>): IsAccepted {
  const fields = fieldsOf(Object.keys(keys));
  const all = Object.values(keys);
  const found = new Int32Array(all.length);
  return (value) => {
    if (!isObject(value)) return false;
    const { tape } = value;
    findFields(value, fields, found, 'last');
    for (let place = 0; place < all.length; place++) {
      const at = found[place] as number;
      if (!(all[place] as IsAccepted)(at === 0 ? null : { tape, at })) return false;
    }
    return true;
  };
}

/** Accepts an object whose `type` decides which other members it needs. */
export function tagged(kinds: Readonly<Record<string, IsAccepted>>): IsAccepted {
  const tags = fieldsOf(Object.keys(kinds));
  const all = Object.values(kinds);
  return (value) => {
    const tag = lastValue(value, 'type');
    return isString(tag) && all[fieldAt(tag.tape, tag.at, tags)]?.(value) === true;
  };
}
