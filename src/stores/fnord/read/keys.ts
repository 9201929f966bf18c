import { nextOf } from '../../../codecs/json/cursor.ts';
import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { FLAG, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { type Member, members, textOf, type Value } from '../../../codecs/json/value.ts';

/** A member with its key decoded. */
interface NamedMember extends Member {
  readonly name: string;
}

/** The members of an object that fnord sees: of equal keys the first (docs/formats/fnord.md, "Duplicate keys"). */
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

/** Their keys. */
export function keysOf(object: Value): string[] {
  return firstMembers(object).map(({ name }) => name);
}

/** Characters an atom can have; fnord makes atoms of keys (docs/formats/fnord.md, "Keys"). */
export const LONGEST_KEY = 255;

/** The first key within a value that is too long for an atom, as the value it belongs to; null when all fit. */
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

/** A key below a later one of two equal keys never reaches fnord. */
function isSeen({ tape, at }: Value): boolean {
  const known = unseen.get(tape) ?? unseenIn(tape);
  unseen.set(tape, known);
  return !known.has(at);
}

const unseen = new WeakMap<Tape, ReadonlySet<number>>();

/** The tokens of all values below later ones of equal keys, found in one pass over a document. */
function unseenIn(tape: Tape): ReadonlySet<number> {
  const tokens = new Set<number>();
  for (const { key } of duplicateKeys(tape)) {
    const value = { tape, at: key.at + 1 };
    if (tokens.has(value.at)) continue;
    for (let at = value.at; at < nextOf(value); at++) tokens.add(at);
  }
  return tokens;
}
