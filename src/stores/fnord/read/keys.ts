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

/** Most characters of an atom, which fnord makes of each key (docs/formats/fnord.md, "Keys"). */
export const MAX_KEY_LENGTH = 255;

/** The value of the first key that is too long for an atom; null when all fit. Values in `unseen`, below repeated keys, never reach fnord. */
export function tooLong(value: Value, unseen: () => ReadonlySet<number>): Value | null {
  const { tape } = value;
  for (let at = value.at; at < nextOf(value); at++) {
    const head = tape.words[at * TOKEN] ?? 0;
    const bytes = (tape.words[at * TOKEN + 2] ?? 0) - (tape.words[at * TOKEN + 1] ?? 0) - 2;
    if ((head & FLAG.key) === 0 || bytes <= MAX_KEY_LENGTH) continue;
    if (Array.from(textOf({ tape, at })).length > MAX_KEY_LENGTH && !unseen().has(at + 1)) return { tape, at: at + 1 };
  }
  return null;
}

/** Tokens of all values below repeated keys, in one pass. */
export function unseenTokens(tape: Tape): ReadonlySet<number> {
  const tokens = new Set<number>();
  for (const { key } of duplicateKeys(tape)) {
    const value = { tape, at: key.at + 1 };
    if (tokens.has(value.at)) continue;
    for (let at = value.at; at < nextOf(value); at++) tokens.add(at);
  }
  return tokens;
}
