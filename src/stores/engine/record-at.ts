import { scan } from '../../codecs/json/scan.ts';
import { root, type Value } from '../../codecs/json/value.ts';
import type { Source } from '../../codecs/lines/source.ts';

export interface Span {
  /** Lines before it. */
  readonly line: number;
  readonly at: number;
  readonly length: number;
}

/** A whole record must be there. */
export function valueAt(source: Source, { at, length }: Pick<Span, 'at' | 'length'>): Value {
  return root(scan(new Uint8Array(source.slice(at, length)))) as Value;
}

/** Bytes of one read. */
const WINDOW = 2 ** 20;

/** Reads in windows, for ascending records. A slice is valid until the next one. */
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
