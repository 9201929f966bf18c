import { createHash } from 'node:crypto';

/** The identity of an answer, as a whole number of 48 bits that a set holds in a few bytes. */
export function answerKey(...parts: readonly string[]): number {
  return createHash('sha256').update(parts.join('\0')).digest().readUIntBE(0, 6);
}

/** The day of a time as text, `2026-03-14`; null for other text. */
export function answerDay(time: string): string | null {
  return /^\d{4}-\d\d-\d\d/.exec(time)?.[0] ?? null;
}
