import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { personWith } from './change/person.ts';

const FILE = '5b9f289d-336a-41bd-8b18-c3a27ed70a23';
const INNER = '019a4e33-e458-7fa4-85a0-490bf2a6d37d';
const ROLLOUT = `sessions/2025/11/04/rollout-2025-11-04T09-30-15-${FILE}.jsonl`;

function someone() {
  return personWith('../codex/CX301-the-name-has-another-id-than-the/before', '.codex');
}

test.each(oneIn(2, [INNER, INNER.slice(0, 8), INNER.toUpperCase(), INNER.slice(-12)], 1))(
  'a thread is shown, explained, gone on with and judged by the id in its first record: %s',
  async (word) => {
    const { convo } = someone();
    for (const line of [`show ${word}`, `why ${word}`, `verify ${word}`, `heal ${word} --dry-run`])
      expect((await convo(line)).stdout, line).toContain(FILE);
    expect((await convo(`show ${word}:0`)).stdout).toContain('How deep do leek seeds go?');
    expect((await convo(`resume ${word}`)).stdout).toBe(`codex resume ${INNER}\n`);
  },
);

test('an id that no first record has is unknown, and so is one that two files have', async () => {
  const { convo, store } = someone();
  expect(await convo('show 019a4e34')).toMatchObject({ exit: 2, stderr: expect.stringContaining('no conversation') });
  copyFileSync(join(store, ROLLOUT), join(store, ROLLOUT.replace(FILE, '6c9f289d-336a-41bd-8b18-c3a27ed70a24')));
  expect(await convo(`show ${INNER}`)).toMatchObject({ exit: 2, stderr: expect.stringContaining('no conversation') });
});

test('a thread is not lost that is there with its id in the first record alone', async () => {
  const { convo, store } = someone();
  const gone = '019a4e33-0000-7fa4-85a0-490bf2a6d37d';
  const prompts = [INNER, gone].map((session_id) => JSON.stringify({ session_id, ts: 1_762_248_615, text: 'Leeks?' }));
  writeFileSync(join(store, 'history.jsonl'), prompts.map((each) => `${each}\n`).join(''));
  const { stdout } = await convo('list --lost');
  expect(stdout).toContain(gone);
  expect(stdout).not.toContain(INNER);
});
