import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { output, ReaderGone } from '../../src/cli/output.ts';
import { tellTraces } from '../../src/cli/scope.ts';
import { call } from './call.ts';
import { demoHome } from './demo-home.ts';

function broken(code: string) {
  return {
    write: (_: unknown, done: (error?: Error | null) => void) =>
      done(Object.assign(new Error(`write ${code}`), { code })),
    on: () => undefined,
  };
}

test('a slow reader holds the writer back, and everything arrives in order', async () => {
  const seen: string[] = [];
  const waiting: (() => void)[] = [];
  const out = output(
    {
      write: (chunk, done) => {
        seen.push(String(chunk));
        waiting.push(done);
      },
      on: () => undefined,
    },
    {},
  );
  const written: number[] = [];
  const writing = (async () => {
    for (let i = 0; i < 3; i++) {
      await out.write(String(i).repeat(100_000));
      written.push(i);
    }
  })();
  for (let i = 0; i < 3; i++) {
    await new Promise((turn) => setImmediate(turn));
    expect(written).toHaveLength(i);
    waiting[i]?.();
  }
  await writing;
  expect(seen.join('')).toBe('0'.repeat(100_000) + '1'.repeat(100_000) + '2'.repeat(100_000));
});

test('small writes are gathered and flushed together', async () => {
  const seen: string[] = [];
  const out = output(
    {
      write: (chunk, done) => {
        seen.push(String(chunk));
        done();
      },
      on: () => undefined,
    },
    {},
  );
  expect(out.started()).toBe(false);
  await out.line('a');
  await out.line('b');
  expect(seen).toEqual([]);
  await out.flush();
  await out.flush();
  expect(seen).toEqual(['a\nb\n']);
});

test('a reader that has gone is told apart from a disk that is full', async () => {
  const gone = output(broken('EPIPE'), {});
  await gone.write('x');
  await expect(gone.flush()).rejects.toThrow(ReaderGone);
  const full = output(broken('ENOSPC'), {});
  await full.write('x');
  await expect(full.flush()).rejects.toThrow('ENOSPC');
});

test('a terminal of another locale than UTF-8 gets our signs in ASCII, as wide as they were', async () => {
  const seen: string[] = [];
  const stream = {
    isTTY: true,
    write: (chunk: string | Uint8Array, done: () => void) => {
      seen.push(String(chunk));
      done();
    },
    on: () => undefined,
  };
  for (const vars of [{ LANG: 'C' }, {}, { LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, { LANG: 'de_DE.utf8' }]) {
    const out = output(stream, vars);
    await out.write('│ a… ┐');
    await out.flush();
  }
  expect(seen).toEqual(['| a~ +', '| a~ +', '| a~ +', '│ a… ┐']);
});

test('a command whose reader has gone ends quietly', async () => {
  const home = demoHome();
  for (const line of ['list', 'show 3f0c', 'explain', '--help'])
    expect(await call(line, { home, over: { stdout: broken('EPIPE') } }), line).toMatchObject({ exit: 0, stderr: '' });
});

test('a verify whose reader has gone has its exit code all the same, and its other reports are whole', async () => {
  const home = demoHome();
  const over = { stdout: broken('EPIPE') };
  const file = join(home, 'r.ndjson');
  for (const words of ['', ' --json', ` --report ndjson=${file}`])
    expect(await call(`verify${words}`, { home, over }), words).toMatchObject({ exit: 1, stderr: '' });
  expect(JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ exit: 1 });
  expect((await call('verify --project harbor', { home, over })).exit).toBe(0);
  expect((await call('verify --project harbor --fail-on warning', { home, over })).exit).toBe(1);
});

test('an answer that cannot be written is a failure', async () => {
  const { exit, stderr } = await call('explain', { over: { stdout: broken('ENOSPC') } });
  expect({ exit, stderr }).toEqual({ exit: 3, stderr: 'convo: the answer cannot be written: write ENOSPC\n' });
});

test('a change is made whatever becomes of what is said of it, and a lost answer names its run', async () => {
  const home = demoHome();
  const run = { exit: 1, stdout: expect.stringContaining('puts every byte back') };
  expect(await call('migrate --yes', { home, over: { stderr: broken('EPIPE') } })).toMatchObject(run);
  expect((await call('heal --yes', { home, over: { stdout: broken('EPIPE') } })).exit).toBe(1);
  const lost = await call('migrate --yes --to v0', { home, over: { stdout: broken('ENOSPC') } });
  expect(lost).toMatchObject({ exit: 3, stderr: expect.stringContaining('What was changed is run 2') });
  expect(await call('list', { home, over: { stderr: broken('EIO') } })).toMatchObject({ exit: 0 });
});

test('where an error of our own arose is said line by line, only with --debug, and nothing of it acts on a terminal', async () => {
  const said = async (debug: boolean) => {
    const lines: string[] = [];
    const note = { line: async (text: string) => void lines.push(text) };
    await tellTraces({ note, options: { debug } }, [{ trace: 'TypeError: \u001b[2J\n    at heal' }, {}]);
    return lines;
  };
  expect(await said(true)).toEqual(['TypeError: \\u001b[2J', '    at heal']);
  expect(await said(false)).toEqual([]);
});
