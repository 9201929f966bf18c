import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { phaseChange } from '../../../src/cli/commands/heal.ts';
import { amount, type Schema } from '../../../src/cli/flag.ts';
import { agentKey, limit } from '../../../src/cli/list/choice.ts';
import { findingCode } from '../../../src/cli/values/fail-on.ts';
import { moment, spanAt, time } from '../../../src/cli/values/moment.ts';

function read<T>(schema: Schema<T>, text: string): T | null {
  return z.safeParse(schema(z), text).data ?? null;
}

test('a moment is an age, a day counted from today, a date or a time', () => {
  const now = Date.UTC(2026, 10, 21, 12) / 1000;
  const at = (text: string) => {
    const found = read(moment, text);
    return found === null ? null : spanAt(found, now);
  };
  const day = Date.UTC(2026, 10, 21) / 1000;
  expect(['90min', '12h', '3d', '2w', '6mo', '1y'].map((text) => now - (at(text)?.from ?? 0))).toEqual([
    5400, 43_200, 259_200, 1_209_600, 15_552_000, 31_536_000,
  ]);
  expect(at('today')).toEqual({ from: day, to: day + 86_399.999 });
  expect(at('yesterday')).toEqual({ from: day - 86_400, to: day - 0.001 });
  expect(at('2026-11-20')).toEqual(at('yesterday'));
  expect(at('2026-11-20T01:00:00+01:00')).toEqual({ from: day - 86_400, to: day - 86_400 });
  const wrong = z.safeParse(moment(z), '6m');
  expect(wrong.error?.issues[0]?.message).toBe('takes 6min for minutes or 6mo for months');
  expect(['', '5', 'd', '-1d', '1.5d', '1d ', '9999999d', 'tomorrow', '2026-02-30', 'constructor'].map(at)).toEqual(
    Array(10).fill(null),
  );
});

test('a date is a whole day and a time one moment, in UTC unless a zone is given', () => {
  const day = Date.UTC(2025, 2, 14) / 1000;
  expect(read(time, '2025-03-14')).toEqual({ from: day, to: day + 86_399.999 });
  expect(read(time, '2025-03-14T09:30')).toEqual({ from: day + 34_200, to: day + 34_200 });
  expect(read(time, '2025-03-14 09:30:01')).toEqual({ from: day + 34_201, to: day + 34_201 });
  expect(read(time, '2025-03-14T09:30:01.9Z')).toEqual({ from: day + 34_201.9, to: day + 34_201.9 });
  expect(read(time, '2025-03-14T02:00:00+02:00')).toEqual({ from: day, to: day });
  expect(read(time, '2024-02-29')).not.toBeNull();
});

test('a date that no calendar has is not a time', () => {
  const wrong = [
    '',
    'today',
    '2025',
    '2025-3-4',
    '2025-02-29',
    '2025-13-01',
    '2025-02-30T00:00:00Z',
    '2025-03-14T25:00',
    '14.03.2025',
  ];
  expect(wrong.map((text) => read(time, text))).toEqual(wrong.map(() => null));
});

test('an amount that is too large is refused with what it may be', () => {
  expect(read(amount, '999999')).toBe(999_999);
  const { error } = z.safeParse(amount(z), '1000000');
  expect(error?.issues[0]?.message).toBe('takes a whole number from 0 to 999999');
});

test('a count is a whole number from 1 up', () => {
  expect(['1', '250', 'all'].map((text) => read(limit, text))).toEqual([1, 250, Number.POSITIVE_INFINITY]);
  expect(['0', '-1', '1.5', '1e3', '01', ''].map((text) => read(limit, text))).toEqual(Array(6).fill(null));
});

test('a finding code is known in either case', () => {
  expect(read(findingCode, 'fn006')).toBe('FN006');
  expect(['FN999', 'toString', '__proto__', ''].map((text) => read(findingCode, text))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a public key is hex, the beginning of it, or an npub', () => {
  const hex = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d';
  expect(read(agentKey, 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6')).toBe(hex);
  expect(read(agentKey, hex.toUpperCase())).toBe(hex);
  expect(read(agentKey, '3BF0')).toBe('3bf0');
  const wrong = [
    '',
    'xyz',
    `${hex}0`,
    'npub1',
    'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w7',
    'nsec1qqqq',
  ];
  expect(wrong.map((text) => read(agentKey, text))).toEqual(Array(6).fill(null));
});

test('a change of phase is two names, in lower case', () => {
  expect(read(phaseChange, 'Review=Verification')).toEqual(['review', 'verification']);
  expect(read(phaseChange, 'security audit = chat')).toEqual(['security audit', 'chat']);
  expect(['', '=', 'a=', '=b', 'a', 'a=b=c'].map((text) => read(phaseChange, text))).toEqual(Array(6).fill(null));
});
