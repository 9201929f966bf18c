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
