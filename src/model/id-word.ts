import type { View } from './conversation.ts';

/** Operand of `show`: `ID`, or `ID~1` for the previous file of that id. */
export function idWord({ id, earlier = 0 }: Pick<View, 'id' | 'earlier'>): string {
  return earlier === 0 ? id : `${id}~${earlier}`;
}
