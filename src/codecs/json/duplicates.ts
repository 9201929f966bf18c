import { FLAG, KIND, type Tape, TOKEN } from './tape.ts';
import { members, sourceOf, textOf, type Value } from './value.ts';

export interface Duplicate {
  readonly object: Value;
  readonly key: Value;
  readonly first: Value;
}

export function* duplicateKeys(tape: Tape): Generator<Duplicate> {
  if (tape.distinct) return;
  for (let at = 0; at < tape.count; at++) {
    const isObject = ((tape.words[at * TOKEN] ?? 0) & 7) === KIND.object;
    if (isObject && mayRepeat(tape, at)) yield* duplicatesIn({ tape, at });
  }
}

/** Most keys that are compared directly; larger objects, and those with an escaped key, need a map. */
const MAX_COMPARED_KEYS = 12;

/** False for nearly every object, whose few plain keys differ; checked without allocation. */
function mayRepeat(tape: Tape, object: number): boolean {
  const { words } = tape;
  const end = words[object * TOKEN + 3] ?? 0;
  let keys = 0;
  for (let key = object + 1; key + 1 < end; key = words[(key + 1) * TOKEN + 3] ?? end) {
    const isEscaped = ((words[key * TOKEN] ?? 0) & FLAG.escaped) !== 0;
    if (++keys > MAX_COMPARED_KEYS || isEscaped || isEarlier(tape, object, key)) return true;
  }
  return false;
}

function isEarlier(tape: Tape, object: number, key: number): boolean {
  for (let other = object + 1; other < key; other = tape.words[(other + 1) * TOKEN + 3] ?? key)
    if (isSpelledAs(tape, key, other)) return true;
  return false;
}

export function isSpelledAs({ bytes, words }: Tape, one: number, other: number): boolean {
  const a = words[one * TOKEN + 1] ?? 0;
  const b = words[other * TOKEN + 1] ?? 0;
  const length = (words[one * TOKEN + 2] ?? 0) - a;
  if ((words[other * TOKEN + 2] ?? 0) - b !== length) return false;
  for (let i = 1; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}

function* duplicatesIn(object: Value): Generator<Duplicate> {
  const seen = new Map<string, Value>();
  for (const { key } of members(object, { open: true })) {
    const name = identity(key);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, key);
    else yield { object, key, first };
  }
}

/** A text that is equal for equal keys however escaped, and different for keys that both decode to U+FFFD. */
function identity(key: Value): string {
  const head = key.tape.words[key.at * TOKEN] ?? 0;
  if ((head & FLAG.loneSurrogate) !== 0) return `"${textOf(key)}`;
  if ((head & FLAG.escaped) !== 0) return Buffer.from(textOf(key)).toString('latin1');
  return latin1(sourceOf(key));
}

function latin1(source: Uint8Array): string {
  return Buffer.from(source.buffer, source.byteOffset + 1, source.length - 2).toString('latin1');
}
