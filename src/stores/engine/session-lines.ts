import { isBomAt } from '../../codecs/bytes.ts';
import { scan } from '../../codecs/json/scan.ts';
import { isJsonSpace, type Tape } from '../../codecs/json/tape.ts';
import { root, type Value } from '../../codecs/json/value.ts';
import { lines } from '../../codecs/lines/lines.ts';
import type { ObjectSpan, Shape } from '../../codecs/lines/shape.ts';
import type { Source } from '../../codecs/lines/source.ts';
import type { Code } from '../../model/finding.ts';
import { countOf } from '../words.ts';
import type { Span } from './records.ts';

export interface LineFault<Type extends string> extends Span {
  readonly type: Type;
  readonly isEnded: boolean;
  readonly isLast: boolean;
  /** Shape of a broken line, and the places of whole records in it. */
  readonly shape?: Shape;
  readonly pieces?: readonly ObjectSpan[];
  /** True if a few bytes beside whole records are the only fault. */
  readonly isStray?: boolean;
}

const DETAILS = {
  'torn-end': (where: string) => `ends with a torn record on ${where}`,
  torn: (where: string) => `has a torn record on ${where}`,
  glued: (where: string, records: number) => `has ${countOf(records, 'record')} on ${where}`,
  'behind-torn': (where: string, records: number) =>
    `has ${countOf(records, 'whole record')} on ${where} behind a torn one`,
  stray: (where: string) => `has a stray character or byte beside a whole record on ${where}`,
  nul: (where: string) => `has NUL bytes on ${where}`,
  'nul-end': () => 'has NUL bytes at its end',
  unended: (where: string) => `has no line end at its end: the next record is glued to ${where}`,
  'not-utf8': (where: string) => `has a byte that is not UTF-8 on ${where}`,
  'too-long': (where: string) => `has a line that is too long to be looked at: ${where}`,
  'no-record': (where: string) => `has no record on ${where}`,
} as const;

type LineDetail = keyof typeof DETAILS;

/** The message on a line by the code of its fault. */
export type LineDetails<T> = Readonly<Partial<Record<Code, LineDetail | ((fault: T, where: string) => string)>>>;

export function lineDetail<T extends Pick<LineFault<string>, 'line' | 'pieces'> & { readonly code: Code }>(
  details: LineDetails<T>,
  fault: T,
): string {
  const where = `line ${fault.line + 1}`;
  const detail = details[fault.code] ?? 'no-record';
  return typeof detail === 'string' ? DETAILS[detail](where, fault.pieces?.length ?? 0) : detail(fault, where);
}

export type LinePlace = Pick<LineFault<string>, 'line' | 'at' | 'length' | 'isEnded' | 'isLast'>;

export interface SessionLine {
  readonly place: LinePlace;
  /** Number of lines up to this one that are not blank. */
  readonly filled: number;
  readonly bytes: Uint8Array;
  readonly tape: Tape;
  /** Null for bytes that are not JSON. */
  readonly value: Value | null;
  /** Offset of the JSON, after a byte-order mark that the program ignores. */
  readonly from: number;
}

/** Reads the lines of a session, and returns their number. `boms`: where the program ignores a byte-order mark. */
export function readLines(
  source: Source,
  boms: 'nowhere' | 'first' | 'everywhere',
  faults: { push(fault: LineFault<'too-long'>): void },
  take: (line: SessionLine) => void,
): number {
  let [count, filled] = [0, 0];
  for (const { at, length, bytes, end } of lines(source, { ends: 'lf' })) {
    const isLast = at + length + (end === 'none' ? 0 : 1) >= source.size;
    const place = { line: count++, at, length, isEnded: end !== 'none', isLast };
    if (bytes?.every(isJsonSpace) === true) continue;
    filled++;
    if (bytes === null) faults.push({ type: 'too-long', ...place });
    else take({ place, filled, bytes, ...scanned(bytes, boms === 'everywhere' || (boms === 'first' && at === 0)) });
  }
  return count;
}

function scanned(bytes: Uint8Array, skipsBom: boolean): Pick<SessionLine, 'tape' | 'value' | 'from'> {
  const from = skipsBom && isBomAt(bytes, 0) ? 3 : 0;
  const tape = scan(bytes, from);
  return { tape, value: tape.fault === null ? root(tape) : null, from };
}

/** Interns texts of records, since millions of records may be held. */
export class SharedTexts {
  readonly #words = new Map<string, string>();
  #last: string | null = null;

  /** Interns a type or a role, of which there are few. */
  word<Word extends string | null>(word: Word): Word {
    if (word === null) return word;
    const known = this.#words.get(word);
    if (known !== undefined) return known as Word;
    this.#words.set(word, word);
    return word;
  }

  /** The id of a record's parent, interned: mostly it is the record before. */
  parent(named: string | null, uuid: string): string | null {
    const parent = named === this.#last ? this.#last : named;
    this.#last = uuid;
    return parent;
  }
}
