import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { homeOf } from './home-of-all.ts';

const ID = '92a3b4c5-d6e7-4f80-8a1b-2c3d4e5f6071';

test.each([
  ['/mnt/nowhere/gemini', 'is a link to /mnt/nowhere/gemini, which is not there'],
  ['.gemini', 'is a link that leads in a circle'],
])('a usual place that is a link to %s is named, and the other stores are read', async (target, reason) => {
  const { convo, at } = homeOf(['pi']);
  symlinkSync(target, at('.gemini'));
  const said = `convo: not judged: ${at('.gemini')} ${reason}\n`;
  const expected: readonly (readonly [string, number, string])[] = [
    ['', 3, 'newest'],
    ['list', 3, ID],
    ['verify', 3, ''],
    ['grep lock', 0, ID],
    ['grep nowhere-to-be-found', 3, ''],
    ['stats', 3, 'pi'],
    [`show ${ID}`, 0, ''],
    [`why ${ID}`, 0, ''],
    // Its folder is gone.
    [`resume ${ID}`, 4, ''],
    ['heal --dry-run', 3, ''],
  ];
  for (const [line, exit, word] of expected) {
    const answer = await convo(line === '' ? [] : line);
    expect([line, answer.exit, answer.stdout, answer.stderr]).toEqual([
      line,
      exit,
      expect.stringContaining(word),
      expect.stringContaining(said),
    ]);
  }
  // It has an error of its own.
  expect((await convo(`verify ${ID}`)).exit).toBe(1);
  expect((await convo(['archive', ID])).exit).toBe(0);
  expect((await convo(['undo'])).exit).toBe(0);
});

test('where no other place is a store, the one that cannot be read is the error', async () => {
  const { convo, at } = homeOf([]);
  symlinkSync('/mnt/nowhere/gemini', at('.gemini'));
  const { exit, stderr } = await convo('list');
  expect([exit, stderr]).toEqual([
    2,
    `convo: ${at('.gemini')} is a link to /mnt/nowhere/gemini, which is not there\n  Check the path.\n`,
  ]);
});
