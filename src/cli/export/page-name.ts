import type { Conversation } from '../../model/conversation.ts';

/** Of an id in a file name. */
const LONGEST = 100;

/** Portable characters; differs from `taken` names in any case. */
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
