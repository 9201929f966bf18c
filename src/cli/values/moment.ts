import { type DayOf, dayBefore } from '../../model/time.ts';
import { parsedBy } from '../flag.ts';

/** Inclusive Unix seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** A time without a zone is UTC. */
export const time = parsedBy(spanOf, 'takes a date such as 2025-03-14 or a time such as 2025-03-14T09:30:00Z');

function spanOf(text: string): TimeSpan | null {
  if (DATE.test(text)) {
    const from = instant(text, `${text}T00:00:00Z`);
    return from === null ? null : { from, to: from + 86_399.999 };
  }
  const [, day, , , zone] = TIME.exec(text) ?? [];
  if (day === undefined) return null;
  const at = instant(day, zone === undefined ? `${text.replace(' ', 'T')}Z` : text.replace(' ', 'T'));
  return at === null ? null : { from: at, to: at };
}

/** Unix seconds of a text on a day; null for an impossible date, since Date reads 30 February as 2 March. */
function instant(day: string, text: string): number | null {
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at / 1000;
}

/** `--since`, `--until`, `--older-than`: an age, a relative day, or a date or time. */
export type Moment =
  | { readonly type: 'ago'; readonly seconds: number }
  | { readonly type: 'day'; readonly back: number }
  | { readonly type: 'date'; readonly day: string; readonly span: TimeSpan }
  | { readonly type: 'span'; readonly span: TimeSpan };

const MOMENT_TEXT =
  'takes an age such as 12h, 3d, 2w, 6mo or 1y, today or yesterday, a date such as 2026-01-31, or a time such as 2026-01-31T09:30:00Z';
const HOUR = 3600;
const DAY = 24 * HOUR;
/** A month is thirty days. */
const SECONDS: Readonly<Record<string, number>> = { min: 60, h: HOUR, d: DAY, w: 7 * DAY, mo: 30 * DAY, y: 365 * DAY };
const AGE = /^(\d{1,6})(min|h|d|w|mo|y)$/;
const MINUTES_OR_MONTHS = /^(\d{1,6})m$/;
const DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

/** `30min`, `12h`, `3d`, `2w`, `6mo`, `1y`, `yesterday`, `2026-01-31`, or ISO; UTC unless it has an offset. */
export const moment = momentFlag(momentOf);

export function momentFlag<T>(read: (text: string) => T | null) {
  return parsedBy(read, MOMENT_TEXT, (text) => {
    const [, count] = MINUTES_OR_MONTHS.exec(text) ?? [];
    return count === undefined ? MOMENT_TEXT : `takes ${count}min for minutes or ${count}mo for months`;
  });
}

export function momentOf(text: string): Moment | null {
  const [, count, unit = ''] = AGE.exec(text) ?? [];
  if (count !== undefined) return { type: 'ago', seconds: Number(count) * (SECONDS[unit] ?? 0) };
  const back = Object.hasOwn(DAYS, text) ? DAYS[text] : undefined;
  if (back !== undefined) return { type: 'day', back };
  const span = spanOf(text);
  if (span === null) return null;
  return DATE.test(text) ? { type: 'date', day: text, span } : { type: 'span', span };
}

export function spanAt(moment: Moment, now: number): TimeSpan {
  if (moment.type === 'span' || moment.type === 'date') return moment.span;
  if (moment.type === 'ago') return { from: now - moment.seconds, to: now - moment.seconds };
  const from = (Math.floor(now / DAY) - moment.back) * DAY;
  return { from, to: from + DAY - 0.001 };
}

/** The day of a moment, in the zone of `dayOf`; empty, so before all days, for an age that goes back further than dates do. */
export function dayOfMoment(moment: Moment, end: keyof TimeSpan, now: number, dayOf: DayOf): string {
  if (moment.type === 'date') return moment.day;
  const day = dayOf(moment.type === 'day' ? now : spanAt(moment, now)[end]) ?? '';
  return moment.type === 'day' ? dayBefore(day, moment.back) : day;
}
