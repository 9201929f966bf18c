import { isString, kindOf, lexemeOf, textOf, type Value } from '../../../codecs/json/value.ts';
import type { DecodedTenex } from './decoded.ts';
import { last } from './sections.ts';

/** A member as text, of equal keys the last; null for one that is not a text, and for none. */
export function textAt(object: Value, key: string): string | null {
  const value = last(object, key);
  return isString(value) ? textOf(value) : null;
}

/** A member as a finite number, of equal keys the last; null for anything else, and for none. */
export function numberAt(object: Value, key: string): number | null {
  return finiteNumber(last(object, key));
}

/** A value as a finite number; null for anything else. */
export function finiteNumber(value: Value | null): number | null {
  if (value === null || kindOf(value) !== 'number') return null;
  const number = Number(lexemeOf(value));
  return Number.isFinite(number) ? number : null;
}

/** A member of the document that is a text; null for one of another type, and for none. */
export function textMember(decoded: Pick<DecodedTenex, 'members'> | null, key: string): string | null {
  const value = decoded?.members.get(key);
  return isString(value) ? textOf(value) : null;
}

/** A time that TENEX can use: a finite number other than 0, in seconds; null for anything else. */
export function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value !== 0 ? value : null;
}

/** Whole seconds, rounded down. */
export function floored(seconds: number | null): number | null {
  return seconds === null ? null : Math.floor(seconds);
}
