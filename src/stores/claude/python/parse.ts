import { scan } from '../../../codecs/json/scan.ts';
import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';

/** Why Python's `json.loads` has no value for a text: it skips the line, or raises RecursionError. */
export type Refused = 'not-json' | 'number-too-long' | 'too-deep';

/** A text as Python's `json.loads` takes it. */
export interface Parsed {
  readonly tape: Tape;
  readonly refused: Refused | null;
  /** NaN and infinities: numbers to Python, and to nobody else. */
  readonly oddNumbers: boolean;
}

/** Digits of the longest integer that Python 3.11 converts. */
const DIGITS = 4300;
/** Levels of containers, about: the reader's own calls count too. */
const LEVELS = 990;

/** Reads one JSON text as Python 3.11 does: NaN and infinities are numbers, very long integers and deep nesting are refused. */
export function parse(bytes: Uint8Array): Parsed {
  const tape = scan(bytes);
  if (tape.fault === null || !ODD.test(around(bytes, tape.fault.offset)))
    return { tape, oddNumbers: false, refused: refusedFor(tape) };
  // Numbers of the same length in their place: every span stays true for the bytes as they are.
  const text = Buffer.from(bytes).toString('latin1');
  const plain = text.replace(ODD_OUTSIDE, (token) => STAND_INS[token] ?? token);
  const other = { ...scan(Buffer.from(plain, 'latin1')), bytes };
  return { tape: other, oddNumbers: true, refused: refusedFor(other) };
}

function refusedFor(tape: Tape): Refused | null {
  if (tape.count > LEVELS && isTooDeep(tape)) return 'too-deep';
  if (tape.fault !== null || tape.count === 0) return 'not-json';
  return tape.bytes.length > DIGITS && hasLongInteger(tape) ? 'number-too-long' : null;
}

const ODD = /NaN|Infinity/;
const ODD_OUTSIDE = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])(?:-?Infinity|NaN)(?![\w.])/g;
const STAND_INS: Readonly<Record<string, string>> = { NaN: '1.0', Infinity: '1.000000', '-Infinity': '-1.000000' };

function around(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.subarray(Math.max(at - 1, 0), at + 9)).toString('latin1');
}

function hasLongInteger({ words, count, bytes }: Tape): boolean {
  for (let at = 0; at < count * TOKEN; at += TOKEN) {
    if (((words[at] ?? 0) & 7) !== KIND.number) continue;
    const [start = 0, end = 0] = [words[at + 1], words[at + 2]];
    if (end - start <= DIGITS) continue;
    const lexeme = Buffer.from(bytes.subarray(start, end)).toString('latin1');
    if (/^-?\d+$/.test(lexeme) && lexeme.replace('-', '').length > DIGITS) return true;
  }
  return false;
}

function isTooDeep(tape: Tape): boolean {
  return containersOf(tape, LEVELS).length > LEVELS && deepest(tape) > LEVELS;
}

/** The first tokens that are containers: one more than `most` at most. */
function containersOf({ words, count }: Tape, most: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < count && found.length <= most; at++)
    if (((words[at * TOKEN] ?? 0) & 7) <= KIND.array) found.push(at);
  return found;
}

function deepest(tape: Tape): number {
  const ends: number[] = [];
  let most = 0;
  for (const at of containersOf(tape, tape.count)) {
    while (ends.length > 0 && (ends.at(-1) ?? 0) <= at) ends.pop();
    ends.push(tape.words[at * TOKEN + 3] ?? at);
    most = Math.max(most, ends.length);
  }
  return most;
}
