import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { FLAG, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { type Member, members, nextOf, textOf, type Value } from '../../../codecs/json/value.ts';

interface NamedMember extends Member {
  readonly name: string;
}

/** Members that fnord sees: the first of equal keys (docs/formats/fnord.md, "Duplicate keys"). */
export function firstMembers(object: Value): NamedMember[] {
  const seen = new Set<string>();
  const found: NamedMember[] = [];
  for (const { key, value } of members(object)) {
    const name = textOf(key);
    if (seen.has(name)) continue;
    seen.add(name);
    found.push({ name, key, value });
  }
  return found;
}

export function keysOf(object: Value): string[] {
  return firstMembers(object).map(({ name }) => name);
}

/** Characters of an atom; fnord makes atoms of keys (docs/formats/fnord.md, "Keys"). */
export const LONGEST_KEY = 255;

/** The value of the first key that is too long for an atom; null when all fit. */
export function tooLong(value: Value): Value | null {
  const { tape } = value;
  for (let at = value.at; at < nextOf(value); at++) {
    const head = tape.words[at * TOKEN] ?? 0;
    const bytes = (tape.words[at * TOKEN + 2] ?? 0) - (tape.words[at * TOKEN + 1] ?? 0) - 2;
    if ((head & FLAG.key) === 0 || bytes <= LONGEST_KEY) continue;
    const owner = { tape, at: at + 1 };
    if (Array.from(textOf({ tape, at })).length > LONGEST_KEY && isSeen(owner)) return owner;
  }
  return null;
}

/** Values below a repeated key never reach fnord. */
function isSeen({ tape, at }: Value): boolean {
  const known = unseen.get(tape) ?? unseenIn(tape);
  unseen.set(tape, known);
  return !known.has(at);
}

const unseen = new WeakMap<Tape, ReadonlySet<number>>();

/** Tokens of all values below repeated keys, in one pass. */
function unseenIn(tape: Tape): ReadonlySet<number> {
  const tokens = new Set<number>();
  for (const { key } of duplicateKeys(tape)) {
    const value = { tape, at: key.at + 1 };
    if (tokens.has(value.at)) continue;
    for (let at = value.at; at < nextOf(value); at++) tokens.add(at);
  }
  return tokens;
}
