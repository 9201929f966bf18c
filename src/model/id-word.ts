import type { View } from './conversation.ts';

/** Operand of `show`: `ID`, or `ID~1` for the previous file of that id. */
export function idWord({ id, earlier = 0 }: Pick<View, 'id' | 'earlier'>): string {
  return earlier === 0 ? id : `${id}~${earlier}`;
}

export const SHORTEST_ID = 8;

/** True for names like `UUID (conflicted copy)`: such ids are never shortened. */
export function isNameOfCopy(id: string): boolean {
  return COPY.test(id);
}

/** Of any version, in any case. */
export function isUuid(text: string): boolean {
  return EXACT.test(text);
}

const EXACT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const COPY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}./is;

export function originalOf(copy: string): string {
  return copy.slice(0, UUID);
}

/** Characters of a UUID. */
const UUID = 36;
