import { expect, test } from 'vitest';
import { dayBefore, daysOf, inSeconds, UTC } from '../../src/model/time.ts';

/** 14 March 2026, 23:30 in UTC. */
const LATE = Date.UTC(2026, 2, 14, 23, 30) / 1000;

test('the day of a time is that of its zone, by name or of the machine', () => {
  const machine = new Date(LATE * 1000);
  const here = [machine.getFullYear(), machine.getMonth() + 1, machine.getDate()];
  expect(['Asia/Tokyo', 'America/New_York', 'Asia/Kolkata', UTC].map((zone) => daysOf(zone)(LATE))).toEqual([
    '2026-03-15',
    '2026-03-14',
    '2026-03-15',
    '2026-03-14',
  ]);
  expect(daysOf(null)(LATE)).toBe(here.map((part) => String(part).padStart(2, '0')).join('-'));
  // A POSIX rule, which the formatter does not know.
  expect(daysOf('EST5EDT,M3.2.0,M11.1.0')(LATE)).toBe(daysOf(null)(LATE));
});

test('the day changes at midnight of the zone, in a zone of quarter hours too, and whatever time came before', () => {
  const dayOf = daysOf('Asia/Kathmandu');
  const midnight = Date.UTC(2026, 2, 14, 18, 15) / 1000;
  expect([midnight - 1, midnight, midnight - 1, midnight + 86_399].map(dayOf)).toEqual([
    '2026-03-14',
    '2026-03-15',
    '2026-03-14',
    '2026-03-15',
  ]);
});

test('times before 1970 and after the year 9999 have the day of UTC, and impossible ones none', () => {
  const dayOf = daysOf('Asia/Tokyo');
  expect([-1, 253_402_300_800, 8.64e12, 9e15].map(dayOf)).toEqual([
    '1969-12-31',
    '+010000-01-01',
    '+275760-09-13',
    null,
  ]);
});

test('a day is so many days before another, over a change of month and of the clocks', () => {
  expect([dayBefore('2026-03-01', 1), dayBefore('2026-04-02', 7), dayBefore('2026-03-30', 0)]).toEqual([
    '2026-02-28',
    '2026-03-26',
    '2026-03-30',
  ]);
});

test('a time of JavaScript is whole Unix seconds, and none where it is no time', () => {
  const read = (text: string) => inSeconds(Date.parse(text));
  expect([read('2026-03-14T23:30:00.000Z'), read('2026-03-15T00:30:00.999+01:00')]).toEqual([LATE, LATE]);
  expect([read(''), read('soon'), inSeconds(null)]).toEqual([null, null, null]);
});
