/** The largest seconds a JavaScript date can hold. */
const LAST = 8.64e12;

/** Unix seconds as `2025-03-14 12:40:00`, in UTC; empty for null. */
export function timeText(seconds: number | null): string {
  if (seconds === null) return '';
  if (Math.abs(seconds) > LAST) return String(seconds);
  return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, -5);
}
