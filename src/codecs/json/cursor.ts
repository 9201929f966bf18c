import { FLAG, KIND, type Tape, TOKEN } from './tape.ts';

/** A cursor: the token `at` of a tape. */
export interface Value {
  readonly tape: Tape;
  readonly at: number;
}

export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

const KINDS: readonly ValueKind[] = ['object', 'array', 'string', 'number', 'true', 'false', 'null'];

/** The document's outermost value, whole or cut; null when none was begun. */
export function root(tape: Tape): Value | null {
  return tape.count === 0 ? null : { tape, at: 0 };
}

/** The kind of a value; a key is a string. */
export function kindOf(v: Value): ValueKind {
  return KINDS[(head(v) & 7) - 1] ?? 'null';
}

export function isObject(v: Value | null | undefined): v is Value {
  return v != null && (head(v) & 7) === KIND.object;
}

export function isArray(v: Value | null | undefined): v is Value {
  return v != null && (head(v) & 7) === KIND.array;
}

export function isString(v: Value | null | undefined): v is Value {
  return v != null && (head(v) & 7) === KIND.string;
}

/** A number token without fraction and exponent. */
export function isInteger(v: Value): boolean {
  return (head(v) & FLAG.integer) !== 0;
}

/** False for a container that the document's fault cut; every other token on a tape is whole. */
export function isComplete(v: Value): boolean {
  return (head(v) & FLAG.open) === 0;
}

/** Where a value is in the caller's bytes, a string with its quotes; a cut container reaches to where it was sound. */
export function spanOf(v: Value): { start: number; end: number } {
  return { start: word(v.tape, v.at, 1), end: word(v.tape, v.at, 2) };
}

/** The kind of a token, as `KIND`: for a pass that makes no cursors. */
export function kindAt({ words }: Pick<Tape, 'words'>, token: number): number {
  return (words[token * TOKEN] as number) & 7;
}

/** Is the value at a token a text; 0 for none. */
export function isStringAt(tape: Pick<Tape, 'words'>, token: number): boolean {
  return token !== 0 && kindAt(tape, token) === KIND.string;
}

/** The number that a token spells in digits alone, at most so many; -1 for anything else. */
export function digitsAt(tape: Pick<Tape, 'bytes' | 'words'>, token: number, most: number): number {
  const { bytes, words } = tape;
  const start = words[token * TOKEN + 1] as number;
  const end = words[token * TOKEN + 2] as number;
  if (kindAt(tape, token) !== KIND.number || end - start > most) return -1;
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** A view on the bytes of a value. */
export function sourceOf(v: Value): Uint8Array {
  const { start, end } = spanOf(v);
  return v.tape.bytes.subarray(start, end);
}

/** The index of the first token after a value and all that is in it. */
export function nextOf(v: Value): number {
  return word(v.tape, v.at, 3);
}

function head(v: Value): number {
  return word(v.tape, v.at, 0);
}

function word(tape: Tape, at: number, which: 0 | 1 | 2 | 3): number {
  return tape.words[at * TOKEN + which] ?? 0;
}
