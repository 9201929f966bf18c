import { expect, test } from 'vitest';
import { recordedCases } from './cases.ts';
import { alarmsAbout } from './grown.ts';
import type { Installed } from './program.ts';

const sessions = recordedCases('claude').filter(({ name }) => name === 'written/2.1.330/text');
const installed = { place: (session: string) => `projects/-srv-app/${session}.jsonl` } as Installed;

/** What is found once the program appended a line to a sound session. */
function alarmsAfter(line: string) {
  const now = { appended: Buffer.from(`${line}\n`), exit: 0, grew: true };
  const judged = sessions.map((one) => ({
    name: one.name,
    recorded: one.answer,
    now: { ...one.answer, ...now },
    drift: null,
  }));
  return alarmsAbout(installed, sessions, judged);
}

test('a sound session that is called damaged after the program went on with it is an alarm', async () => {
  expect(sessions).toHaveLength(1);
  const torn = '{"parentUuid":"00000000-0000-4000-8000-000000000015","type":"user","message":{"role":"us';
  expect([...(await alarmsAfter(torn)).values()]).toEqual([['written/2.1.330/text']]);
});

test('one that is not is none', async () => {
  const copy = { type: 'api-request-blob', sessionId: '', hash: 'b2', message: { role: 'user', content: [] } };
  expect((await alarmsAfter(JSON.stringify(copy))).size).toBe(0);
});
