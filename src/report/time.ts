import { MAX_DATE_SECONDS, zoneFormat } from '../model/time.ts';

/** Present Unix seconds and zone; null for the machine's zone. `utc`: show exact UTC. */
export interface Clock {
  readonly now: number;
  readonly zone: string | null;
  readonly utc: boolean;
}

/** `2025-03-14 12:40:00` in UTC; empty for null. */
export function timeText(seconds: number | null): string {
  if (seconds === null) return '';
  if (Math.abs(seconds) > MAX_DATE_SECONDS) return String(seconds);
  return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, -5);
}

export function minuteText(seconds: number | null): string {
  const text = timeText(seconds);
  return seconds === null || Math.abs(seconds) > MAX_DATE_SECONDS ? text : text.slice(0, -':00'.length);
}

/** ISO 8601 in UTC; null if missing or out of range. */
export function isoText(seconds: number | null): string | null {
  if (seconds === null || Math.abs(seconds) > MAX_DATE_SECONDS) return null;
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** `2025-03-14 13:40:00 +01:00`, or `... UTC`. */
export function exactText(seconds: number, { zone, utc }: Clock): string {
  if (utc || seconds < 0 || seconds > MAX_DATE_SECONDS) return `${timeText(seconds)} UTC`;
  if (zone === null) return localText(new Date(seconds * 1000));
  const parts = new Map(partsOf(seconds, zone).map(({ type, value }) => [type, value]));
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const offset = at('timeZoneName').replace('GMT', '') || '+00:00';
  return `${at('year')}-${at('month')}-${at('day')} ${at('hour')}:${at('minute')}:${at('second')} ${offset}`;
}

/** Local time by a Date, which knows the machine's zone: a formatter takes half as long as starting Node. */
function localText(at: Date): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const east = -at.getTimezoneOffset();
  const offset = `${east < 0 ? '-' : '+'}${two(Math.floor(Math.abs(east) / 60))}:${two(Math.abs(east) % 60)}`;
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())} ${offset}`;
}

function partsOf(seconds: number, zone: string): Intl.DateTimeFormatPart[] {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const shape = { ...digits, second: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' } as const;
  return zoneFormat(zone, shape).formatToParts(new Date(seconds * 1000));
}

const AGE_UNITS = [
  ['year', 365.25 * 86_400],
  ['month', 30.44 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function agoText(seconds: number, { now }: Clock): string {
  const apart = Math.abs(now - seconds);
  const [unit, length] = AGE_UNITS.find(([name, size]) => apart >= (name === 'week' ? 2 : 1) * size) ?? ['', 0];
  if (length === 0) return 'just now';
  const count = Math.floor(apart / length);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return seconds > now ? `in ${words}` : `${words} ago`;
}

export function whenText(seconds: number | null, clock: Clock): string {
  if (seconds === null) return 'unknown';
  return clock.utc ? timeText(seconds) : agoText(seconds, clock);
}

export function timeOf(seconds: number, clock: Clock | null): string {
  if (clock === null || clock.utc) return `${timeText(seconds)} UTC`;
  return `${agoText(seconds, clock)} (${exactText(seconds, clock)})`;
}

export function shortTimeOf(seconds: number, clock: Clock | null): string {
  if (clock === null || clock.utc) return `${minuteText(seconds)} UTC`;
  return `${agoText(seconds, clock)} (${exactText(seconds, clock).replace(/:\d\d [^ ]+$/, '')})`;
}

/** Rounded up: `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function spanText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
