import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printTraces } from '../../src/cli/job-commentary.ts';
import { output, ReaderGone } from '../../src/cli/output.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';

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
  await expect(full.flush()).rejects.toThrow('the disk is full');
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
    await out.write('│ a… ┐ ✗†');
    await out.flush();
  }
  expect(seen).toEqual(['| a~ + x!', '| a~ + x!', '| a~ + x!', '│ a… ┐ ✗†']);
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
  const reasons = {
    ENOSPC: 'the disk is full',
    EIO: 'the device reports an error',
    EBADF: 'writing failed with EBADF',
  };
  for (const [code, reason] of Object.entries(reasons)) {
    const { exit, stderr } = await call('explain', { over: { stdout: broken(code) } });
    expect({ exit, stderr }).toEqual({ exit: 3, stderr: `convo: the answer cannot be written: ${reason}\n` });
  }
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

test('a change whose answer cannot be written is in its other reports', async () => {
  const home = demoHome();
  const file = join(home, 'r.json');
  const [also, older] = [`--report json=${file}`, `--report junit=${join(home, 'older.xml')}`];
  for (const [code, line, exit] of [
    ['ENOSPC', `migrate --yes ${also} ${older}`, 3],
    ['EPIPE', `heal --yes ${also} ${older}`, 1],
    ['ENOSPC', `heal --yes --lossy ${also} --report markdown`, 3],
  ] as const) {
    expect((await call(line, { home, over: { stdout: broken(code) } })).exit, line).toBe(exit);
    const { runs } = JSON.parse((await call('runs --json', { home })).stdout);
    expect(JSON.parse(readFileSync(file, 'utf8')).run, line).toBe(runs.at(-1).id);
  }
  expect(readdirSync(home).filter((name) => name.includes('convo-part'))).toEqual([]);
});

test('where an error of our own arose is said line by line, only with --debug, and nothing of it acts on a terminal', async () => {
  const said = async (debug: boolean) => {
    const lines: string[] = [];
    const err = { line: async (text: string) => void lines.push(text) };
    await printTraces({ err, options: { debug } }, [{ trace: 'TypeError: \u001b[2J\n    at heal' }, {}]);
    return lines;
  };
  expect(await said(true)).toEqual(['TypeError: \\u001b[2J', '    at heal']);
  expect(await said(false)).toEqual([]);
});

/** A store whose title, message and project name are what a CI runner takes for commands. */
function commandingHome(): string {
  const home = emptyHome();
  const text = '::error file=x::by a title\n  ::add-mask::a\n##[group]x ##vso[task.complete]y ##teamcity[z] a::b';
  for (const project of ['p', '::error file=x::by a name']) {
    const folder = join(home, '.fnord/projects', project, 'conversations');
    mkdirSync(folder, { recursive: true });
    const messages = [{ role: 'user', content: text }];
    const conversation = JSON.stringify({ timestamp: 1700000000, messages, metadata: {}, memory: [], tasks: {} });
    writeFileSync(
      join(folder, `${project === 'p' ? '3f0c' : '4f0c'}2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a.json`),
      conversation,
    );
  }
  writeFileSync(join(home, '.fnord/projects/p/conversations/::error::torn.json'), '{');
  return home;
}

const COMMAND = /^\s*::|##(?:vso|teamcity)?\[/m;

test.each(
  oneIn(
    2,
    [
      'list',
      'stats',
      'report',
      'show 3f0c',
      'show 3f0c --all --markdown',
      'verify --no-annotations',
      'heal --dry-run',
      'seal',
      'pack --all --output /dev/null',
      'why 4f0c',
    ],
    1,
  ),
)('nothing from a store commands the runner that reads the log of `convo %s`', async (line) => {
  const home = commandingHome();
  const cwd = join(home, '.fnord/projects/p/conversations');
  for (const name of ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION']) {
    const { stdout, stderr } = await call(line, { home, cwd, vars: { [name]: 'true' } });
    expect(`${stdout}\n${stderr}`).not.toMatch(COMMAND);
  }
  const { stdout } = await call(line, { home, cwd });
  if (line.startsWith('show')) expect(stdout).toMatch(COMMAND);
});

test('a JSON document in such a log says the same, and annotations are commands still', async () => {
  const home = commandingHome();
  const vars = { GITHUB_ACTIONS: 'true' };
  const [there, here] = [await call('list --json', { home, vars }), await call('list --json', { home })];
  expect(there.stdout).not.toMatch(COMMAND);
  expect(here.stdout).toMatch(COMMAND);
  expect(JSON.parse(there.stdout)).toEqual(JSON.parse(here.stdout));
  for (const line of ['verify', 'verify --report github', 'heal --dry-run --report github'])
    expect((await call(line, { home, vars })).stdout, line).toMatch(/^::(?:error|warning) file=/m);
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await call(`completion ${shell}`, { vars })).stdout).toBe((await call(`completion ${shell}`)).stdout);
});

test('a sign at the beginning of a line is known though the line came in pieces', async () => {
  const seen: string[] = [];
  const stream = {
    write: (chunk: unknown, done: () => void) => {
      seen.push(String(chunk));
      done();
    },
    on: () => undefined,
  };
  const out = output(stream, { GITHUB_ACTIONS: 'true' });
  for (const piece of ['  ', '::a', '::b\n', 'c', '::d', '\n', '\n::e::']) await out.write(piece);
  await out.flush();
  expect(seen.join('')).toBe('  \\u003a:a::b\nc::d\n\n\\u003a:e::');
});

test.each([
  [1000, 'what was searched without is told behind a long answer, not in the middle of it'],
  [1, 'and behind a short one'],
])('%d: %s', async (count) => {
  const root = join(emptyHome(), '.claude/projects/-srv-ada');
  mkdirSync(root, { recursive: true });
  const id = '11111111-2222-4333-8444-555555555501';
  const uuid = (n: number) => `11111111-2222-4333-8444-${String(n).padStart(12, '0')}`;
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      type: 'user',
      uuid: uuid(n),
      parentUuid: n === 0 ? null : uuid(n - 1),
      sessionId: id,
      timestamp: '2026-11-01T10:00:00.000Z',
      cwd: '/srv/ada',
      message: { role: 'user', content: `When is the tide ${n} in? ${'It is low. '.repeat(9)}` },
    }),
  );
  writeFileSync(join(root, `${id}.jsonl`), `${lines.join('\n')}\n{"type":"user","mess`);
  const seen: string[] = [];
  const stream = {
    write: (chunk: unknown, done: () => void) => {
      seen.push(String(chunk));
      done();
    },
    on: () => undefined,
  };
  const over = { stdout: stream, stderr: stream };
  const { exit } = await call('grep tide', { home: join(root, '../../..'), over });
  expect(exit).toBe(0);
  const text = seen.join('');
  expect(text.length > 1 << 16).toBe(count > 1);
  const at = text.indexOf('1 searched as far as readable');
  const answers = [...text.matchAll(/the tide \d+ in/g)].map(({ index }) => index);
  expect(answers).toHaveLength(count);
  expect(answers.every((each) => each < at)).toBe(true);
  expect(at).toBeGreaterThan(0);
});
