/** A time that TENEX can use: a finite number other than 0, in seconds; null for anything else. */
export function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value !== 0 ? value : null;
}

/** Whole seconds, rounded down. */
export function floored(seconds: number | null): number | null {
  return seconds === null ? null : Math.floor(seconds);
}
