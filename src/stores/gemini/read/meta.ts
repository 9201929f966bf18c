import { isString, lexemeOf, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { isTrueInJs } from '../../engine/text-at.ts';

const META = ['sessionId', 'projectHash', 'startTime', 'lastUpdated', 'kind', 'summary'] as const;

/** Metadata of a session. */
export type Meta = { readonly [K in (typeof META)[number]]: string | null };

export const NO_META: Meta = {
  sessionId: null,
  projectHash: null,
  startTime: null,
  lastUpdated: null,
  kind: null,
  summary: null,
};

/** Metadata with that of a later record. Each value that is there counts, null too. */
export function metaWith(before: Meta, record: Value): Meta {
  const entries = META.flatMap((key) => {
    const value = member(record, key, 'last');
    return value === null ? [] : [[key, textOfMeta(key, value)] as const];
  });
  return entries.length === 0 ? before : { ...before, ...Object.fromEntries(entries) };
}

/** Null for any value that is false in JavaScript. Numbers are times in milliseconds where a time is wanted. */
function textOfMeta(key: (typeof META)[number], value: Value): string | null {
  if (!isTrueInJs(value)) return null;
  if (isString(value)) return textOf(value);
  if (key !== 'startTime' && key !== 'lastUpdated') return lexemeOf(value);
  const time = new Date(Number(lexemeOf(value)));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** A summary that is no text ends the program's list, which takes the file for unreadable. */
export function hasOddSummary(value: Value): boolean {
  const summary = member(value, 'summary', 'last');
  return !isString(summary) && isTrueInJs(summary);
}
