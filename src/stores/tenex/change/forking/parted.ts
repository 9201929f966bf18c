import type { Edit } from '../../../../codecs/edit.ts';
import { removeElements } from '../../../../codecs/json/edits.ts';
import { elements, isArray, kindOf, lexemeOf, member, type Value } from '../../../../codecs/json/value.ts';

/** A list parted by time. */
export interface Parted {
  readonly gone: readonly Value[];
  readonly stay: readonly Value[];
  /** Takes out what is gone. */
  readonly edits: readonly Edit[];
}

/** Parts a list by the `timestamp` of its elements; from `time` (milliseconds) on they go. What has none stays. */
export function partedAt(list: Value | undefined, time: number | null): Parted {
  if (!isArray(list)) return { gone: [], stay: [], edits: [] };
  const all = elements(list);
  if (time === null) return { gone: [], stay: all, edits: [] };
  const isGone = (each: Value) => (numberOf(member(each, 'timestamp', 'last')) ?? Number.NEGATIVE_INFINITY) >= time;
  const gone = all.filter(isGone);
  return { gone, stay: all.filter((each) => !isGone(each)), edits: removeElements(list, gone) };
}

/** A finite number; null for anything else. */
export function numberOf(v: Value | null | undefined): number | null {
  if (v == null || kindOf(v) !== 'number') return null;
  const number = Number(lexemeOf(v));
  return Number.isFinite(number) ? number : null;
}
