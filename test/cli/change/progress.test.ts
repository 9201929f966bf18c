import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { personWith } from './person.ts';
import { snapshot } from './snapshot.ts';

const LANTERN = 'projects/lantern/conversations/d70bbd8c-f340-43a2-bfb9-0617f4804d0b.json';

test('a long change says how far it is, how fast, and how long it will take, and takes the line away again', async () => {
  const ann = personWith('store');
  // Each look at the clock is half a second later.
  let looks = 0;
  const over = { now: () => Date.UTC(2026, 10, 21, 12) + looks++ * 500 };
  const { stderr, stdout } = await ann.convo('migrate --yes', { terminal: 100, over });
  const lines = stderr.split('\r\u001b[K');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^migrate: reading {2}[█░]{16} {2}\d+ of \d+ files, [\d.]+ (?:bytes|KB), \d+\/s, \d+ s left$/,
    ),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/^migrate: writing {2}[█░]{16} {2}[1-4] of 5 changes, \d+\/s, \d+ s left$/),
  );
  expect(lines).toContain('migrate: deciding');
  expect(lines).toContain('migrate: tidying up after 5 changes');
  expect(lines.at(-1)).toBe('');
  expect(stdout).toContain('5 changed');
});

test('an undo says how far it is, too', async () => {
  const ann = personWith('store');
  await ann.convo('archive --all --yes');
  let looks = 0;
  const over = { now: () => Date.UTC(2026, 10, 21, 12) + looks++ * 500 };
  const lines = (await ann.convo('undo --yes', { terminal: 100, over })).stderr.split('\r\u001b[K');
  expect(lines).toContainEqual(
    expect.stringMatching(/^undo: writing {2}[█░]{16} {2}\d+ of \d+ changes, \d+\/s, \d+ s left$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^undo: tidying {2}[█░]{16} {2}\d+ of \d+ locks dropped, \d+\/s/));
  expect(lines.at(-1)).toBe('');
});

test('nothing of the sort goes to a pipe', async () => {
  const ann = personWith('store');
  let looks = 0;
  const over = { now: () => Date.UTC(2026, 10, 21, 12) + looks++ * 500 };
  expect((await ann.convo('archive --all --yes', { over })).stderr).toBe('');
});

test('Ctrl-C is answered at once with what is still under way, and what was not begun is not reached', async () => {
  const ann = personWith('store');
  // More than are in flight at a time.
  for (let n = 0; n < 300; n++)
    cpSync(join(ann.store, LANTERN), join(ann.store, LANTERN.replace('d70b', `e${100 + n}`)));
  let looks = 0;
  let stop = () => {};
  let said = '';
  const over = {
    now: () => Date.UTC(2026, 10, 21, 12) + looks++ * 500,
    onInterrupt: (then: () => void) => {
      stop = then;
    },
    stderr: {
      isTTY: true,
      columns: 100,
      write: (chunk: string | Uint8Array, done: () => void) => {
        said += String(chunk);
        done();
        if (String(chunk).includes('writing')) stop();
      },
      on: () => undefined,
    },
  };
  const { exit, stdout } = await ann.convo('archive --all --yes', { over });
  expect({ exit, stdout }).toEqual({ exit: 130, stdout: expect.stringMatching(/ 0 failed, \d+ not reached\n/) });
  expect(said).toMatch(/archive: stopping, finishing \d+ changes in flight \(Ctrl-C again stops at once\)\n/);
});

test('a question that is interrupted is answered with 130, and leaves nothing behind', async () => {
  const ann = personWith('store');
  const before = snapshot(ann.home);
  let stop = () => {};
  let isDestroyed = false;
  const stdin = {
    isTTY: true,
    destroy: () => {
      isDestroyed = true;
    },
    [Symbol.asyncIterator]: () => ({
      next: () => {
        stop();
        return new Promise<IteratorResult<string>>(() => {});
      },
    }),
  };
  const onInterrupt = (then: () => void) => {
    stop = then;
  };
  const { exit, stderr } = await ann.convo('migrate', { terminal: 80, over: { stdin, onInterrupt } });
  expect({ exit, stderr }).toEqual({
    exit: 130,
    stderr: expect.stringContaining('interrupted before anything was changed'),
  });
  expect(isDestroyed).toBe(true);
  expect(snapshot(ann.home)).toEqual(before);
  expect(existsSync(join(ann.store, '.convo'))).toBe(false);
});
