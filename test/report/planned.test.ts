import { expect, test } from 'vitest';
import { NO_COUNTS } from '../../src/model/change-report.ts';
import type { Conversation, Counts } from '../../src/model/conversation.ts';
import { plannedText } from '../../src/report/change/planned.ts';
import { paint } from '../../src/report/paint.ts';
import type { WordedReport } from '../../src/report/worded.ts';

const NOW = 1_800_000_000;
const DAY = 86_400;

test('a plan shows the time of a conversation as the list does, not that of its file', () => {
  const times = { timestamp: NOW - 10 * DAY, createdAt: NOW - 11 * DAY, updatedAt: NOW - 4 * 3600 };
  const text = planned({ ...NO_COUNTS, conversations: 1, messages: 2 }, times);
  expect(text).toContain('10 days ago');
  expect(text).not.toContain('hours ago');
});

test('a plan calls a loss what is said in a file that goes, and not a file in which nothing is', () => {
  const before = { ...NO_COUNTS, conversations: 1, bytes: 436 };
  expect(planned(before)).not.toContain('loses');
  expect(planned({ ...before, messages: 2 })).toContain('[GM009] loses 2 messages, 436 bytes');
  expect(planned(before, {}, 'delete')).toContain('loses 436 bytes');
});

test('a plan says of a heal what is healed where it has nothing else to say', () => {
  const before = { ...NO_COUNTS, conversations: 1, bytes: 436 };
  expect(planned(before)).toContain('[GM009] a file without content takes the session along');
  expect(planned({ ...before, messages: 2 })).not.toContain('without content');
  expect(planned(before, {}, 'delete')).not.toContain('without content');
});

function planned(before: Counts, times: Partial<Conversation> = {}, command: 'heal' | 'delete' = 'heal'): string {
  const place = { kind: 'gemini', root: '/s', project: null, id: 'a', path: '/s/a.jsonl' } as const;
  const conversation: Conversation = {
    ...place,
    format: 'gemini',
    state: 'active',
    readable: true,
    timestamp: null,
    createdAt: null,
    updatedAt: null,
    title: 'Pumps',
    messages: 2,
    bytes: 436,
    hidden: null,
    ...times,
  };
  const plan: WordedReport = {
    command,
    run: null,
    dryRun: true,
    plan: null,
    changed: 1,
    unchanged: 0,
    refused: 0,
    failed: 0,
    notReached: 0,
    before,
    after: NO_COUNTS,
    items: [{ ...place, state: 'changed', codes: ['GM009'], counts: { before, after: NO_COUNTS } }],
    remarks: [],
    stopped: null,
    unsafe: false,
  };
  const clock = { now: NOW, zone: 'UTC', utc: false };
  const screen = { paint: paint(false, false), width: 100, clock };
  return [...plannedText(plan, { conversations: [conversation], codesOf: () => [] }, screen)].join('\n');
}
