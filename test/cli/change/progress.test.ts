import { expect, test } from 'vitest';
import { personWith } from './person.ts';

test('a long change says how far it is, how fast, and how long it will take, and takes the line away again', async () => {
  const ann = personWith('store');
  // Each look at the clock is half a second later.
  let looks = 0;
  const over = { now: () => Date.UTC(2026, 10, 21, 12) + looks++ * 500 };
  const { stderr, stdout } = await ann.convo('migrate --yes', { terminal: 100, over });
  const lines = stderr.split('\r\u001b[K');
  expect(lines).toContainEqual(
    expect.stringMatching(/^migrate: \d+ files, [\d.]+ (?:bytes|KB), \d+ (?:bytes|KB)\/s, about \d+ s left$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^migrate: [1-5] of 5 changes, \d+\/s, about \d+ s left$/));
  expect(lines.at(-1)).toBe('');
  expect(stdout).toContain('5 changed');
});

test('an undo says how far it is, too', async () => {
  const ann = personWith('store');
  await ann.convo('archive --all --yes');
  let looks = 0;
  const over = { now: () => Date.UTC(2026, 10, 21, 12) + looks++ * 500 };
  const lines = (await ann.convo('undo', { terminal: 100, over })).stderr.split('\r\u001b[K');
  expect(lines).toContainEqual(expect.stringMatching(/^undo: \d+ changes?, \d+\/s$/));
  expect(lines.at(-1)).toBe('');
});

test('nothing of the sort goes to a pipe', async () => {
  const ann = personWith('store');
  let looks = 0;
  const over = { now: () => Date.UTC(2026, 10, 21, 12) + looks++ * 500 };
  expect((await ann.convo('archive --all --yes', { over })).stderr).toBe('');
});
