import { expect, test } from 'vitest';
import { agoText, exactText, isoText, timeText } from '../../src/report/time.ts';

test('times are UTC, before 1970 too, and never an exception', () => {
  expect(timeText(0)).toBe('1970-01-01 00:00:00');
  expect(timeText(-1)).toBe('1969-12-31 23:59:59');
  expect(timeText(-377705116800)).toBe('-009999-01-01 00:00:00');
  expect(timeText(9e15)).toBe('9000000000000000');
  expect(timeText(null)).toBe('');
});

test('times are told from now, and exactly in the zone of the reader', () => {
  const clock = { now: 1_800_000_000, zone: 'Europe/Berlin', utc: false };
  const ago = (seconds: number) => agoText(clock.now - seconds, clock);
  expect([0, 59, 60, 3599, 7200, 86_400, 3 * 86_400, 14 * 86_400, 62 * 86_400, 800 * 86_400, -7200].map(ago)).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '2 hours ago',
    '1 day ago',
    '3 days ago',
    '2 weeks ago',
    '2 months ago',
    '2 years ago',
    'in 2 hours',
  ]);
  expect(exactText(1_741_948_800, clock)).toBe('2025-03-14 11:40:00 +01:00');
  expect(exactText(1_741_948_800, { ...clock, zone: 'UTC' })).toBe('2025-03-14 10:40:00 +00:00');
  expect(exactText(1_741_948_800, { ...clock, utc: true })).toBe('2025-03-14 10:40:00 UTC');
  expect(exactText(-1, clock)).toBe('1969-12-31 23:59:59 UTC');
  expect([isoText(1_741_948_800), isoText(null), isoText(9e15)]).toEqual(['2025-03-14T10:40:00Z', null, null]);
});
