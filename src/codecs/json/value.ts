import { asBuffer } from '../bytes.ts';
import { knownWord } from './known-words.ts';
import { FLAG, KIND, type Tape, TOKEN, WORD_SHIFT } from './tape.ts';

export interface Value {
  readonly tape: Tape;
  readonly at: number;
}

export type ValueType = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

const KINDS: readonly ValueType[] = ['object', 'array', 'string', 'number', 'true', 'false', 'null'];

export function root(tape: Tape): Value | null {
  return tape.count === 0 ? null : { tape, at: 0 };
}

export function typeOf(v: Value): ValueType {
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

export function isTrue(v: Value | null | undefined): boolean {
  return v != null && typeOf(v) === 'true';
}

export function isFalse(v: Value | null | undefined): boolean {
  return v != null && typeOf(v) === 'false';
}

export function isNull(v: Value | null | undefined): boolean {
  return v != null && typeOf(v) === 'null';
}

/** True for a number without fraction and exponent. */
export function isInteger(v: Value): boolean {
  return (head(v) & FLAG.integer) !== 0;
}

/** False for a container that the document's fault cut. All other tokens are whole. */
export function isComplete(v: Value): boolean {
  return (head(v) & FLAG.open) === 0;
}

/** Offsets in the caller's bytes, with a string's quotes. A cut container ends at its last sound byte. */
export function spanOf(v: Value): { start: number; end: number } {
  return { start: word(v.tape, v.at, 1), end: word(v.tape, v.at, 2) };
}

export function kindAt({ words }: Pick<Tape, 'words'>, token: number): number {
  return (words[token * TOKEN] as number) & 7;
}

/** True for a string; false for token 0. */
export function isStringAt(tape: Pick<Tape, 'words'>, token: number): boolean {
  return token !== 0 && kindAt(tape, token) === KIND.string;
}

/** Every whole number of at most this many digits is exact in JavaScript. */
export const EXACT_DIGITS = 15;

/** A number of at most `max` digits and no other characters; -1 for others. */
export function digitsAt(tape: Pick<Tape, 'bytes' | 'words'>, token: number, max: number): number {
  const { bytes, words } = tape;
  const start = words[token * TOKEN + 1] as number;
  const end = words[token * TOKEN + 2] as number;
  if (kindAt(tape, token) !== KIND.number || end - start > max) return -1;
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** A view, not a copy. */
export function sourceOf(v: Value): Uint8Array {
  const { start, end } = spanOf(v);
  return v.tape.bytes.subarray(start, end);
}

export function nextOf(v: Value): number {
  return word(v.tape, v.at, 3);
}

function head(v: Value): number {
  return word(v.tape, v.at, 0);
}

function word(tape: Tape, at: number, which: 0 | 1 | 2 | 3): number {
  return tape.words[at * TOKEN + which] ?? 0;
}

export interface Member {
  readonly key: Value;
  readonly value: Value;
}

/** `open`: includes containers that the fault cut; these come last. */
interface MemberOptions {
  readonly open?: boolean;
}

/** Members of an object in order, with duplicates, without cut ones; none for other types. */
export function members(v: Value | null | undefined, options: MemberOptions = {}): Member[] {
  const found: Member[] = [];
  if (!isObject(v)) return found;
  const { tape } = v;
  const end = nextOf(v);
  for (let at = v.at + 1; at + 1 < end; ) {
    const value = { tape, at: at + 1 };
    if (options.open || isComplete(value)) found.push({ key: { tape, at }, value });
    at = nextOf(value);
  }
  return found;
}

/** The last member of each key, like JSON.parse; includes a cut one. */
export function lastMembers(object: Value | null | undefined): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  if (!isObject(object)) return found;
  const { tape } = object;
  const end = nextOf(object);
  for (let key = object.at + 1; key + 1 < end; key = nextOf({ tape, at: key + 1 }))
    found.set(textOf({ tape, at: key }), { tape, at: key + 1 });
  return found;
}

/** Elements of an array, without cut ones; none for other types. */
export function elements(v: Value | null | undefined, options: MemberOptions = {}): Value[] {
  const found: Value[] = [];
  if (!isArray(v)) return found;
  const { tape } = v;
  const end = nextOf(v);
  for (let at = v.at + 1; at < end; ) {
    const value = { tape, at };
    if (options.open || isComplete(value)) found.push(value);
    at = nextOf(value);
  }
  return found;
}

export function firstElement(v: Value | null | undefined): Value | null {
  return isArray(v) && nextOf(v) > v.at + 1 ? { tape: v.tape, at: v.at + 1 } : null;
}

export function* eachElement(v: Value | null | undefined): Generator<Value> {
  if (!isArray(v)) return;
  const end = nextOf(v);
  for (let at = v.at + 1; at < end; ) {
    const value = { tape: v.tape, at };
    if (isComplete(value)) yield value;
    at = nextOf(value);
  }
}

/** The value of a key; null for a missing key and other types. In a torn document it can be a cut container: see isComplete. */
export function member(v: Value | null | undefined, key: string, wins: 'first' | 'last' = 'first'): Value | null {
  if (!isObject(v)) return null;
  let found = -1;
  const end = nextOf(v);
  for (let at = v.at + 1; at + 1 < end; at = v.tape.words[(at + 1) * TOKEN + 3] ?? end) {
    if (!stringEquals(v.tape, at, key)) continue;
    found = at + 1;
    if (wins === 'first' || v.tape.distinct) break;
  }
  return found < 0 ? null : { tape: v.tape, at: found };
}

export function occurrences(v: Value, key: string): Value[] {
  const found: Value[] = [];
  for (const each of members(v, { open: true })) if (stringEquals(v.tape, each.key.at, key)) found.push(each.value);
  return found;
}

export interface Fields {
  readonly names: readonly string[];
  /** Compared as bytes, since comparing texts costs `verify` 1 to 2 %. */
  readonly bytes: readonly Uint8Array[];
  readonly byLength: readonly (readonly number[])[];
  /** The highest known-word number among the names. `places`: index by number, -1 for other words. */
  readonly highest: number;
  readonly places: Int16Array;
  readonly areKnown: boolean;
}

/** Fields for `findFields`, which returns values in this order. */
export function fieldsNamed(...names: readonly string[]): Fields {
  return fieldsOf(names);
}

export function fieldsOf(names: readonly string[]): Fields {
  const longest = names.reduce((max, { length }) => Math.max(max, length), 0);
  const byLength = Array.from({ length: longest + 1 }, (_, length) =>
    names.flatMap((name, place) => (name.length === length ? [place] : [])),
  );
  const numbers = names.map(knownWord);
  const highest = numbers.reduce((max, number) => Math.max(max, number), 0);
  const places = new Int16Array(highest + 1).fill(-1);
  for (const [place, number] of numbers.entries()) if (number > 0 && places[number] === -1) places[number] = place;
  const bytes = names.map((name) => Buffer.from(name));
  return { names, bytes, byLength, highest, places, areKnown: !numbers.includes(0) };
}

/**
 * Finds the value tokens of some keys in one pass over an object, of equal keys the first by default. 0 for a missing key. Returns the
 * number of members.
 */
export function findFields(
  { tape, at }: Value,
  fields: Fields,
  into: Int32Array,
  wins: 'first' | 'last' = 'first',
): number {
  const { words } = tape;
  const end = words[at * TOKEN + 3] as number;
  for (let place = 0; place < into.length; place++) into[place] = 0;
  let members = 0;
  for (let key = at + 1; key + 1 < end; key = words[(key + 1) * TOKEN + 3] as number) {
    members++;
    const place = fieldAt(tape, key, fields);
    if (place >= 0 && (wins === 'last' || into[place] === 0)) into[place] = key + 1;
  }
  return members;
}

const NO_MEMBERS: readonly number[] = [];

/** The index of a key or text among ASCII fields; -1 for none. */
export function fieldAt(tape: Tape, key: number, fields: Fields): number {
  const head = tape.words[key * TOKEN] as number;
  if ((head & (FLAG.escaped | FLAG.wide)) !== 0) return fields.names.findIndex((name) => stringEquals(tape, key, name));
  const number = head >>> WORD_SHIFT;
  if (tape.known < fields.highest || (number === 0 && !fields.areKnown)) return spelledAt(tape, key, fields);
  return number > fields.highest ? -1 : (fields.places[number] as number);
}

function spelledAt(tape: Tape, key: number, { bytes, byLength }: Fields): number {
  const { words } = tape;
  const start = (words[key * TOKEN + 1] as number) + 1;
  const length = (words[key * TOKEN + 2] as number) - 1 - start;
  const places = length < byLength.length ? (byLength[length] as readonly number[]) : NO_MEMBERS;
  for (let n = 0; n < places.length; n++) {
    const place = places[n] as number;
    if (isAt(tape.bytes, start, bytes[place] as Uint8Array)) return place;
  }
  return -1;
}

function isAt(bytes: Uint8Array, start: number, name: Uint8Array): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name[i]) return false;
  return true;
}

/** The text of a string. Ill-formed UTF-8 becomes U+FFFD. An unpaired surrogate escape stays one. */
export function textOf(v: Value): string {
  const { words } = v.tape;
  const head = words[v.at * TOKEN] ?? 0;
  // spanOf would allocate, and most values come here.
  const start = words[v.at * TOKEN + 1] ?? 0;
  const end = words[v.at * TOKEN + 2] ?? 0;
  const encoding = (head & FLAG.wide) === 0 ? 'latin1' : 'utf8';
  if ((head & FLAG.escaped) === 0) return asBuffer(v.tape.bytes).toString(encoding, start + 1, end - 1);
  return String(JSON.parse(asBuffer(v.tape.bytes).toString(encoding, start, end)));
}

export function isText(v: Value | null, text: string): v is Value {
  return isString(v) && stringEquals(v.tape, v.at, text);
}

/** Most bytes per UTF-16 unit: those of `\uXXXX`. */
const BYTES_PER_UNIT = 6;

export function stringEquals(tape: Tape, at: number, text: string): boolean {
  const { bytes, words } = tape;
  const start = (words[at * TOKEN + 1] ?? 0) + 1;
  const length = (words[at * TOKEN + 2] ?? 0) - 1 - start;
  // Plain keys are compared in place: decoding each would cost more than the rest of a lookup.
  if (((words[at * TOKEN] ?? 0) & (FLAG.escaped | FLAG.wide)) !== 0) {
    if (length < text.length || length > text.length * BYTES_PER_UNIT) return false;
    return textOf({ tape, at }) === text;
  }
  return length === text.length && bytesEqual(bytes, start, text);
}

export function bytesEqual(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

export function lexemeOf(v: Value): string {
  const { start, end } = spanOf(v);
  return asBuffer(v.tape.bytes).toString('utf8', start, end);
}

/** A JSON string literal. Unpaired surrogates are escaped, so it is well-formed. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** The first container more than `max` levels deep, counting the value itself. */
export function deeperThan(value: Value, max: number): Value | null {
  const { tape } = value;
  const end = nextOf(value);
  // Each level takes at least one token.
  if (end - value.at <= max) return null;
  const ends: number[] = [];
  for (let at = value.at; at < end; at++) {
    while (ends.length > 0 && at >= (ends[ends.length - 1] as number)) ends.length--;
    if (kindAt(tape, at) > KIND.array) continue;
    if (ends.length >= max) return { tape, at };
    ends.push(tape.words[at * TOKEN + 3] as number);
  }
  return null;
}
