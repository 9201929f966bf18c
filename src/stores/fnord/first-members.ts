import { isObject, type Member, members, textOf, type Value } from '../../codecs/json/value.ts';

/** The members of an object that fnord sees: of equal keys the first (docs/formats/fnord.md, "Duplicate keys"). */
export function* firstMembers(object: Value): Generator<Member & { readonly name: string }> {
  if (!isObject(object)) return;
  const seen = new Set<string>();
  for (const each of members(object)) {
    const name = textOf(each.key);
    if (seen.has(name)) continue;
    seen.add(name);
    yield { ...each, name };
  }
}
