import { isArray, isComplete, isObject, nextOf, type Value } from './cursor.ts';
import { knownWord } from './known-words.ts';
import { FLAG, type Tape, TOKEN, WORD_SHIFT } from './tape.ts';
import { reads, textOf } from './text.ts';

/** A key and its value. */
export interface Member {
  readonly key: Value;
  readonly value: Value;
}

/** With `open`, containers that the fault cut are given too; they can only come last. */
interface Reach {
  readonly open?: boolean;
}

/** The members of an object in order, duplicates included; none of anything else. A cut member is left out unless asked for. */
export function members(v: Value | null | undefined, reach: Reach = {}): Member[] {
  const found: Member[] = [];
  if (!isObject(v)) return found;
  const { tape } = v;
  const end = nextOf(v);
  for (let at = v.at + 1; at + 1 < end; ) {
    const value = { tape, at: at + 1 };
    if (reach.open || isComplete(value)) found.push({ key: { tape, at }, value });
    at = nextOf(value);
  }
  return found;
}

/** The members of an object by key as JSON.parse has them: of equal keys the last; a cut one included. */
export function lastMembers(object: Value | null | undefined): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  if (!isObject(object)) return found;
  const { tape } = object;
  const end = nextOf(object);
  for (let key = object.at + 1; key + 1 < end; key = nextOf({ tape, at: key + 1 }))
    found.set(textOf({ tape, at: key }), { tape, at: key + 1 });
  return found;
}

/** The elements of an array in order; none of anything else. A cut element is left out unless asked for. */
export function elements(v: Value | null | undefined, reach: Reach = {}): Value[] {
  const found: Value[] = [];
  if (!isArray(v)) return found;
  const { tape } = v;
  const end = nextOf(v);
  for (let at = v.at + 1; at < end; ) {
    const value = { tape, at };
    if (reach.open || isComplete(value)) found.push(value);
    at = nextOf(value);
  }
  return found;
}

/** The first element of an array, cut or not; null of anything without one. */
export function firstElement(v: Value | null | undefined): Value | null {
  return isArray(v) && nextOf(v) > v.at + 1 ? { tape: v.tape, at: v.at + 1 } : null;
}

/** The elements of an array one by one. */
export function* eachElement(v: Value | null | undefined): Generator<Value> {
  if (!isArray(v)) return;
  const end = nextOf(v);
  for (let at = v.at + 1; at < end; ) {
    const value = { tape: v.tape, at };
    if (isComplete(value)) yield value;
    at = nextOf(value);
  }
}

/** The value of a key, null when `v` is not an object or lacks it. On a torn document it can be a cut container: ask isComplete. */
export function member(v: Value | null | undefined, key: string, wins: 'first' | 'last' = 'first'): Value | null {
  if (!isObject(v)) return null;
  let found = -1;
  const end = nextOf(v);
  for (let at = v.at + 1; at + 1 < end; at = v.tape.words[(at + 1) * TOKEN + 3] ?? end) {
    if (!reads(v.tape, at, key)) continue;
    found = at + 1;
    if (wins === 'first' || v.tape.distinct) break;
  }
  return found < 0 ? null : { tape: v.tape, at: found };
}

/** Every value of a key in order, the cut one of a torn document included. */
export function occurrences(v: Value, key: string): Value[] {
  const found: Value[] = [];
  for (const each of members(v, { open: true })) if (reads(v.tape, each.key.at, key)) found.push(each.value);
  return found;
}

/** Some keys that are looked for together, by their length. */
export interface Fields {
  readonly names: readonly string[];
  /** Their bytes: comparing with the texts costs a `verify` 1 to 2 % more. */
  readonly bytes: readonly Uint8Array[];
  readonly byLength: readonly (readonly number[])[];
  /** The highest number of theirs as known words, and for each number up to it the place of the word; -1 for none. */
  readonly highest: number;
  readonly places: Int16Array;
  /** All of them are known words. */
  readonly areKnown: boolean;
}

/** Prepares the keys of one kind of object: `findFields` gives the value of each in the place it has here. */
export function fieldsNamed(...names: readonly string[]): Fields {
  return fieldsOf(names);
}

/** Field keys for a list of names. */
export function fieldsOf(names: readonly string[]): Fields {
  const longest = names.reduce((most, { length }) => Math.max(most, length), 0);
  const byLength = Array.from({ length: longest + 1 }, (_, length) =>
    names.flatMap((name, place) => (name.length === length ? [place] : [])),
  );
  const numbers = names.map(knownWord);
  const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const places = new Int16Array(highest + 1).fill(-1);
  for (const [place, number] of numbers.entries()) if (number > 0 && places[number] === -1) places[number] = place;
  const bytes = names.map((name) => Buffer.from(name));
  return { names, bytes, byLength, highest, places, areKnown: !numbers.includes(0) };
}

/**
 * The tokens of the values that an object has for some keys, of equal keys the first unless asked otherwise, in one pass over its
 * members: 0 for a key it lacks, since no value of a key is a document's first token. Answers how many members it has.
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

const NONE: readonly number[] = [];

/** The place that a key, or a text, has among some fields, which are ASCII; -1 where it is none of them. */
export function fieldAt(tape: Tape, key: number, fields: Fields): number {
  const head = tape.words[key * TOKEN] as number;
  if ((head & (FLAG.escaped | FLAG.wide)) !== 0) return fields.names.findIndex((name) => reads(tape, key, name));
  const number = head >>> WORD_SHIFT;
  if (tape.known < fields.highest || (number === 0 && !fields.areKnown)) return spelledAt(tape, key, fields);
  return number > fields.highest ? -1 : (fields.places[number] as number);
}

function spelledAt(tape: Tape, key: number, { bytes, byLength }: Fields): number {
  const { words } = tape;
  const start = (words[key * TOKEN + 1] as number) + 1;
  const length = (words[key * TOKEN + 2] as number) - 1 - start;
  const places = length < byLength.length ? (byLength[length] as readonly number[]) : NONE;
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
