import { kindAt, nextOf, type Value } from './cursor.ts';
import { KIND, TOKEN } from './tape.ts';

/** The first container within a value that is nested more than `most` levels deep, the value itself being the first; null for none. */
export function deeperThan(value: Value, most: number): Value | null {
  const { tape } = value;
  const end = nextOf(value);
  // Each level takes a token.
  if (end - value.at <= most) return null;
  const ends: number[] = [];
  for (let at = value.at; at < end; at++) {
    while (ends.length > 0 && at >= (ends[ends.length - 1] as number)) ends.length--;
    if (kindAt(tape, at) > KIND.array) continue;
    if (ends.length >= most) return { tape, at };
    ends.push(tape.words[at * TOKEN + 3] as number);
  }
  return null;
}
