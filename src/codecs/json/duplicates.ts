import { sourceOf, type Value } from './cursor.ts';
import { members } from './members.ts';
import { FLAG, KIND, type Tape, TOKEN } from './tape.ts';
import { textOf } from './text.ts';

/** A key that its object already has, and the key that was there first. */
export interface Duplicate {
  readonly object: Value;
  readonly key: Value;
  readonly first: Value;
}

/** Each later occurrence of a key in an object, cut ones included, in the order of the tape; objects come outermost first. */
export function* duplicateKeys(tape: Tape): Generator<Duplicate> {
  if (tape.distinct) return;
  for (let at = 0; at < tape.count; at++) {
    const isObject = ((tape.words[at * TOKEN] ?? 0) & 7) === KIND.object;
    if (isObject && mayRepeat(tape, at)) yield* within({ tape, at });
  }
}

/** Objects with more keys than this, or with an escaped one, are looked at by way of a map. */
const FEW = 12;

/** Nearly every object has a few plain keys, all different: seen without making anything. */
function mayRepeat(tape: Tape, object: number): boolean {
  const { words } = tape;
  const end = words[object * TOKEN + 3] ?? 0;
  let keys = 0;
  for (let key = object + 1; key + 1 < end; key = words[(key + 1) * TOKEN + 3] ?? end) {
    const isEscaped = ((words[key * TOKEN] ?? 0) & FLAG.escaped) !== 0;
    if (++keys > FEW || isEscaped || isEarlier(tape, object, key)) return true;
  }
  return false;
}

function isEarlier(tape: Tape, object: number, key: number): boolean {
  for (let other = object + 1; other < key; other = tape.words[(other + 1) * TOKEN + 3] ?? key)
    if (isSpelledAs(tape, key, other)) return true;
  return false;
}

/** True when two strings have the same bytes in the file. */
export function isSpelledAs({ bytes, words }: Tape, one: number, other: number): boolean {
  const a = words[one * TOKEN + 1] ?? 0;
  const b = words[other * TOKEN + 1] ?? 0;
  const length = (words[one * TOKEN + 2] ?? 0) - a;
  if ((words[other * TOKEN + 2] ?? 0) - b !== length) return false;
  for (let i = 1; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}

function* within(object: Value): Generator<Duplicate> {
  const seen = new Map<string, Value>();
  for (const { key } of members(object, { open: true })) {
    const name = identity(key);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, key);
    else yield { object, key, first };
  }
}

/** Equal for equal keys however they are escaped, different for different ones even where both decode to U+FFFD. */
function identity(key: Value): string {
  const head = key.tape.words[key.at * TOKEN] ?? 0;
  if ((head & FLAG.loneSurrogate) !== 0) return `"${textOf(key)}`;
  if ((head & FLAG.escaped) !== 0) return Buffer.from(textOf(key)).toString('latin1');
  return latin1(sourceOf(key));
}

function latin1(source: Uint8Array): string {
  return Buffer.from(source.buffer, source.byteOffset + 1, source.length - 2).toString('latin1');
}
