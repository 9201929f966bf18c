import type { View } from './conversation.ts';

/** The operand of `show` for one file of an id: `ID`, and `ID~1` for the version before. */
export function idWord({ id, earlier = 0 }: Pick<View, 'id' | 'earlier'>): string {
  return earlier === 0 ? id : `${id}~${earlier}`;
}
