/** The latest time of a `Date`, in seconds since 1970; the earliest is its negative. */
export const MAX_DATE_SECONDS = 8.64e12;

const YOUNG_SECONDS = 60;

/** True for a file written within the last minute: a program may still be writing. Unix seconds. */
export function isYoung(mtime: number, now: number): boolean {
  return Math.abs(now - mtime) < YOUNG_SECONDS;
}

/** The day of a time as text, `2026-03-14`; null for other text. */
export function dayIn(time: string): string | null {
  return /^\d{4}-\d\d-\d\d/.exec(time)?.[0] ?? null;
}
