import { scan } from '../../codecs/json/scan.ts';
import { root, type Value } from '../../codecs/json/value.ts';
import type { Source } from '../../codecs/lines/source.ts';

/** Where bytes are: of a line, or of a record on it. */
export interface Span {
  /** Lines before it. */
  readonly line: number;
  readonly at: number;
  readonly length: number;
}

/** The record at a place. */
export function valueAt(source: Source, { at, length }: Pick<Span, 'at' | 'length'>): Value {
  return root(scan(new Uint8Array(source.slice(at, length)))) as Value;
}

/** Bytes that are read at once. */
const WINDOW = 2 ** 20;

/** Reads a window at a time, for records that are asked for one after the other. A slice is valid until the next. */
export function windowed(source: Source): Source {
  if (source.isHeld === true) return source;
  let [from, held] = [0, new Uint8Array()];
  const slice = (at: number, length: number) => {
    if (at < from || at + length > from + held.length) {
      from = at;
      held = new Uint8Array(source.slice(at, Math.min(Math.max(length, WINDOW), source.size - at)));
    }
    return held.subarray(at - from, at - from + length);
  };
  return { size: source.size, slice };
}
