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

export function isUuid(text: string): boolean {
  return EXACT.test(text);
}

const EXACT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A name that goes on behind a UUID, behind Pi's `TIME_UUID`, or behind Gemini's `session-TIME-ID`. */
const COPY = /^(?:(?:[\dTZ-]+_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|session-\d{4}-[\dT-]+-([0-9a-f]{8}))./is;

export function originalOf(copy: string): string {
  const [, uuid, short] = COPY.exec(copy) ?? [];
  return uuid ?? short ?? copy;
}
