import { isString, kindOf, lexemeOf, textOf, type Value } from '../../../codecs/json/value.ts';
import type { DecodedTenex } from './decoded.ts';
import { last } from './sections.ts';

/** Uses the last of equal keys. */
export function textAt(object: Value, key: string): string | null {
  const value = last(object, key);
  return isString(value) ? textOf(value) : null;
}

/** Uses the last of equal keys. */
export function numberAt(object: Value, key: string): number | null {
  return finiteNumber(last(object, key));
}

export function finiteNumber(value: Value | null): number | null {
  if (value === null || kindOf(value) !== 'number') return null;
  const number = Number(lexemeOf(value));
  return Number.isFinite(number) ? number : null;
}

export function textMember(decoded: Pick<DecodedTenex, 'members'> | null, key: string): string | null {
  const value = decoded?.members.get(key);
  return isString(value) ? textOf(value) : null;
}

/** A time that TENEX can use: finite and not 0, in seconds. */
export function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value !== 0 ? value : null;
}

/** Whole seconds, rounded down. */
export function floored(seconds: number | null): number | null {
  return seconds === null ? null : Math.floor(seconds);
}
