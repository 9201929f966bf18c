/** The latest time of a `Date`, in seconds since 1970; the earliest is its negative. */
export const MAX_DATE_SECONDS = 8.64e12;

const YOUNG_SECONDS = 60;

/** True for a file written within the last minute: a program may still be writing. Unix seconds. */
export function isYoung(mtime: number, now: number): boolean {
  return Math.abs(now - mtime) < YOUNG_SECONDS;
}

/** Whole Unix seconds of Unix milliseconds; null for none. */
export function inSeconds(time: number | null): number | null {
  return time === null || Number.isNaN(time) ? null : Math.floor(time / 1000);
}

/** The name of a time zone; null for that of the machine. */
export type Zone = string | null;
export const UTC = 'UTC';

/** The day of Unix seconds, such as `2026-03-14`; null for an impossible time. */
export type DayOf = (seconds: number) => string | null;

/** No zone changes its day within these seconds. */
const DAY_STEP = 900;
const LAST_YEAR = 9999;

/** The days of a zone. Times before 1970 and from the year 9999 on have the day of UTC. */
export function daysOf(zone: Zone): DayOf {
  const inZone = zone === UTC ? utcDay : zone === null ? machineDay : zoneDay(zone);
  let last = { step: Number.NaN, day: '' };
  return (seconds) => {
    if (Math.abs(seconds) > MAX_DATE_SECONDS) return null;
    const step = Math.floor(seconds / DAY_STEP);
    // Most times are near the one before, and a formatter takes long.
    if (step !== last.step) last = { step, day: dayAt(new Date(seconds * 1000), inZone) };
    return last.day;
  };
}

function dayAt(at: Date, inZone: (at: Date) => string): string {
  return at.getTime() < 0 || at.getUTCFullYear() >= LAST_YEAR ? utcDay(at) : inZone(at);
}

function utcDay(at: Date): string {
  return at.toISOString().replace(/T.*$/, '');
}

function machineDay(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((count) => String(count).padStart(2, '0'));
  return `${at.getFullYear()}-${month}-${day}`;
}

function zoneDay(zone: string): (at: Date) => string {
  const format = zoneFormat(zone, { year: 'numeric', month: '2-digit', day: '2-digit' });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  };
}

/** A formatter for the zone; for that of the machine if `zone`, from TZ, is a POSIX rule that Intl cannot parse. */
export function zoneFormat(zone: string, shape: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...shape, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', shape);
  }
}

export function dayBefore(day: string, days: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS));
}

const DAY_MS = 86_400_000;
