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
