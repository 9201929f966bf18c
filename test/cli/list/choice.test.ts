import { expect, test } from 'vitest';
import { valuesOf } from '../../../src/cli/flag.ts';
import { LIST_FLAGS, viewFilter } from '../../../src/cli/list/choice.ts';
import { moment } from '../../../src/cli/values/moment.ts';
import { zod } from '../../../src/cli/zod.ts';
import type { View } from '../../../src/model/conversation.ts';

const VIEW: View = {
  id: 'a',
  path: 'a.json',
  format: 'tenex-e5',
  state: 'active',
  readable: true,
  timestamp: 1_754_600_000,
  createdAt: 1_754_600_000,
  updatedAt: 1_754_600_000,
  title: null,
  messages: 0,
  bytes: 2,
};

const NONE = await valuesOf(LIST_FLAGS, {});

/** Whether a conversation of that whole second is among those that a flag asks for. */
function isAsked(flag: 'since' | 'until' | 'olderThan', value: string): boolean {
  return viewFilter({ ...NONE, [flag]: moment(zod).parse(value) }, 1_800_000_000)(VIEW);
}

test('a time is that of the second, and a day is there to its end', () => {
  expect(isAsked('until', '2025-08-07T20:53:19Z')).toBe(false);
  expect(isAsked('until', '2025-08-07T20:53:20Z')).toBe(true);
  expect(isAsked('since', '2025-08-07T20:53:20Z')).toBe(true);
  expect(isAsked('since', '2025-08-07T20:53:20.124Z')).toBe(false);
  expect(isAsked('until', '2025-08-07')).toBe(true);
});

test('a session in which something was said last at the very second is older than that, and one of unknown time is not', () => {
  expect(isAsked('olderThan', '2025-08-07T20:53:20Z')).toBe(true);
  expect(isAsked('olderThan', '2025-08-07T20:53:19Z')).toBe(false);
  const isOld = viewFilter({ ...NONE, olderThan: { type: 'ago', seconds: 0 } }, 1_800_000_000);
  expect([isOld(VIEW), isOld({ ...VIEW, updatedAt: null, timestamp: null, createdAt: null })]).toEqual([true, false]);
});

test('a time is that when something was said last, not when a session began or its file was written', () => {
  const session: View = { ...VIEW, createdAt: 1_750_000_000, activeAt: 1_754_600_000, updatedAt: 1_799_000_000 };
  const isSince = (value: string) => viewFilter({ ...NONE, since: moment(zod).parse(value) }, 1_800_000_000)(session);
  expect([isSince('2025-08-07'), isSince('2025-08-08')]).toEqual([true, false]);
});
