import { isMarkAt } from '../../codecs/bytes.ts';
import { scan } from '../../codecs/json/scan.ts';
import { isJsonSpace, type Tape } from '../../codecs/json/tape.ts';
import { root, type Value } from '../../codecs/json/value.ts';
import { lines } from '../../codecs/lines/lines.ts';
import type { Source } from '../../codecs/lines/source.ts';
import type { LineTrouble } from './line-detail.ts';

export type LinePlace = Pick<LineTrouble<string>, 'line' | 'at' | 'length' | 'isEnded' | 'isLast'>;

/** A line of a session that is not blank. */
export interface SessionLine {
  readonly place: LinePlace;
  /** Lines that are not blank, up to this one. */
  readonly filled: number;
  readonly bytes: Uint8Array;
  readonly tape: Tape;
  /** Null for bytes that are not JSON. */
  readonly value: Value | null;
  /** Where JSON begins: behind a byte-order mark that the program passes over. */
  readonly from: number;
}

/** Reads the lines of a session, and answers how many there are. `marks`: where the program passes over a byte-order mark. */
export function readLines(
  source: Source,
  marks: 'nowhere' | 'first' | 'everywhere',
  troubles: { push(trouble: LineTrouble<'too-long'>): void },
  take: (line: SessionLine) => void,
): number {
  let [count, filled] = [0, 0];
  for (const { at, length, bytes, end } of lines(source, { ends: 'lf' })) {
    const isLast = at + length + (end === 'none' ? 0 : 1) >= source.size;
    const place = { line: count++, at, length, isEnded: end !== 'none', isLast };
    if (bytes?.every(isJsonSpace) === true) continue;
    filled++;
    if (bytes === null) troubles.push({ type: 'too-long', ...place });
    else take({ place, filled, bytes, ...scanned(bytes, marks === 'everywhere' || (marks === 'first' && at === 0)) });
  }
  return count;
}

function scanned(bytes: Uint8Array, skipsMark: boolean): Pick<SessionLine, 'tape' | 'value' | 'from'> {
  const from = skipsMark && isMarkAt(bytes, 0) ? 3 : 0;
  const tape = scan(bytes, from);
  return { tape, value: tape.fault === null ? root(tape) : null, from };
}
