import type { Zod } from '../command.ts';
import { type Span, spanOf } from './time.ts';

/** A time as `--since`, `--until` and `--older-than` take it: how long ago, a day counted from today, or a date or time. */
export type Moment =
  | { readonly is: 'ago'; readonly seconds: number }
  | { readonly is: 'day'; readonly back: number }
  | { readonly is: 'span'; readonly span: Span };

const HOUR = 3600;
const DAY = 24 * HOUR;
const SECONDS: Readonly<Record<string, number>> = { m: 60, h: HOUR, d: DAY, w: 7 * DAY, y: 365 * DAY };
const AGE = /^(\d{1,6})([mhdwy])$/;
const DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

/** `3d`, `12h`, `2w`, `yesterday`, `2026-01-31`, or an ISO time; UTC unless it names an offset. */
export const moment = (z: Zod) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => momentOf(text) !== null,
          'takes an age such as 3d, 12h or 2w, today or yesterday, a date such as 2026-01-31, or a time such as 2026-01-31T09:30:00Z',
        ),
      ),
    z.transform((text: string): Moment => momentOf(text) ?? { is: 'ago', seconds: 0 }),
  );

function momentOf(text: string): Moment | null {
  const [, count, unit = ''] = AGE.exec(text) ?? [];
  if (count !== undefined) return { is: 'ago', seconds: Number(count) * (SECONDS[unit] ?? 0) };
  const back = Object.hasOwn(DAYS, text) ? DAYS[text] : undefined;
  if (back !== undefined) return { is: 'day', back };
  const span = spanOf(text);
  return span === null ? null : { is: 'span', span };
}

/** The seconds that a moment covers, seen from now. */
export function spanAt(moment: Moment, now: number): Span {
  if (moment.is === 'span') return moment.span;
  if (moment.is === 'ago') return { from: now - moment.seconds, to: now - moment.seconds };
  const from = (Math.floor(now / DAY) - moment.back) * DAY;
  return { from, to: from + DAY - 0.001 };
}
