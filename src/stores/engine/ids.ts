import { createHash } from 'node:crypto';

/** The identity of an answer, as a whole number of 48 bits that a set holds in a few bytes. */
export function answerKey(...parts: readonly string[]): number {
  return createHash('sha256').update(parts.join('\0')).digest().readUIntBE(0, 6);
}

/** The day of a time as text, `2026-03-14`; null for other text. */
export function answerDay(time: string): string | null {
  return /^\d{4}-\d\d-\d\d/.exec(time)?.[0] ?? null;
}

/** A UUID made of some bytes: equal bytes give equal ones. */
export function madeId(bytes: Uint8Array | string): string {
  const hex = createHash('sha256').update(bytes).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}
