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

/** Reads whole records in windows, ascending ones at little cost. */
export function recordReader(source: Source): (span: Pick<Span, 'at' | 'length'>) => Value {
  let [from, held] = [0, new Uint8Array()];
  return ({ at, length }) => {
    if (at < from || at + length > from + held.length) {
      from = at;
      held = new Uint8Array(source.slice(at, Math.min(Math.max(length, WINDOW), source.size - at)));
    }
    return root(scan(held.subarray(at - from, at - from + length))) as Value;
  };
}
