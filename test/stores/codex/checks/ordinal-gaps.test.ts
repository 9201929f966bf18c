import { expect, test } from 'vitest';
import { convo, homeWith } from '../home.ts';
import { fileOf, line, rollout } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const named = rollout(ID, 0, 'How deep?');
const record = (ordinal: number) => line('event_msg', { type: 'token_count', info: null }, ordinal);

/** What is said of a thread with these lines behind its question, whose ordinal is 1. */
async function said(...lines: readonly string[]) {
  const { findings } = await convo(homeWith({ [fileOf(ID, '30')]: named + lines.join('') }), 'verify');
  return findings.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`);
}

test.each<[string, readonly string[], readonly string[]]>([
  ['nothing', [record(2), record(3)], []],
  ['one record', [record(2), record(4)], ['CX209 lacks the record 3 before this one']],
  [
    'several records in three places',
    [record(4), record(5), record(7), record(9)],
    ['CX209 lacks records in 2 more places', 'CX209 lacks the records 2 to 3 before this one'],
  ],
])('a paginated thread from which %s was cut out says so', async (_, lines, findings) => {
  expect((await said(...lines)).sort()).toEqual([...findings].sort());
});

test.each<[string, readonly string[], string]>([
  ['a torn line is', ['{"timestamp":"2026\n', record(3)], 'CX008'],
  ['a record without an ordinal is', [record(2).replace('"ordinal":2,', ''), record(3)], 'CX202'],
  ['two records that changed places are', [record(3), record(2), record(4)], 'CX203'],
  ['two records on one line are', [record(2).trimEnd() + record(3), record(4)], 'CX011'],
])('where %s what is missing, that alone is found', async (_, lines, code) => {
  expect((await said(...lines)).map((each: string) => each.slice(0, 5))).toEqual([code]);
});

test('a legacy thread has no numbers, so that nothing is missing', async () => {
  const legacy = (named + record(9)).replaceAll(/"ordinal":\d,/g, '').replace('"paginated"', '"legacy"');
  const { findings } = await convo(homeWith({ [fileOf(ID, '30')]: legacy }), 'verify');
  expect(findings.map(({ code }: { code: string }) => code)).not.toContain('CX209');
});
