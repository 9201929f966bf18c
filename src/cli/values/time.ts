import type { Zod } from '../command.ts';

/** A span in Unix seconds, both ends included: the moment that a time names, or all of a day. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** A date or an ISO time; without a zone it is UTC. */
export const time = (z: Zod) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => spanOf(text) !== null,
          'takes a date such as 2025-03-14 or a time such as 2025-03-14T09:30:00Z',
        ),
      ),
    z.transform((text: string): Span => spanOf(text) ?? { from: 0, to: 0 }),
  );

/** The seconds that a date or an ISO time names; null for any other text. */
export function spanOf(text: string): Span | null {
  if (DAY.test(text)) {
    const from = instant(text, `${text}T00:00:00Z`);
    return from === null ? null : { from, to: from + 86_399.999 };
  }
  const [, day, , , zone] = TIME.exec(text) ?? [];
  if (day === undefined) return null;
  const at = instant(day, zone === undefined ? `${text.replace(' ', 'T')}Z` : text.replace(' ', 'T'));
  return at === null ? null : { from: at, to: at };
}

/** Null for days that no calendar has: Date would take 30 February as 2 March. */
function instant(day: string, text: string): number | null {
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at / 1000;
}
