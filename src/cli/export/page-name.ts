import type { Conversation } from '../../model/conversation.ts';

/** Characters of an id that a file's name has at most. */
const LONGEST = 100;

/**
 * The file of a conversation, by its kind and id: of letters that every file system takes, and unlike all `taken` names whatever
 * their case.
 */
export function pageName(
  { kind, id, earlier = 0 }: Pick<Conversation, 'kind' | 'id' | 'earlier'>,
  taken: Set<string>,
  suffix: string,
): string {
  const version = earlier === 0 ? '' : `-earlier-${earlier}`;
  const base = `${kind}-${id.replace(/[^A-Za-z\d_-]+/g, '-').slice(0, LONGEST)}${version}`;
  for (let number = 1; ; number++) {
    const name = `${base}${number === 1 ? '' : `-${number}`}${suffix}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
