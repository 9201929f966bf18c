import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Env } from '../../src/cli/env.ts';
import { buildFirst } from '../support/built.ts';
import { isThorough, oneIn } from '../support/sampling.ts';
import { call, type World } from './call.ts';
import { demoHome } from './demo-home.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));
/** The large stores of the fixtures, and every one of them; of all kinds. */
const STORES = ['--root', join(top, 'fixtures/*/store')];
const ALL = ['--root', join(top, 'fixtures/*/*/before'), ...STORES];
/** The store of one kind with those of a few findings of others; all of them in a thorough run. */
const SOME = isThorough ? ALL : ['--root', join(top, 'fixtures/{codex/store,{tenex,pi}/??[0-9]05-*/before}')];
const TWO = isThorough ? STORES : ['--root', join(top, 'fixtures/{claude,rao}/store')];

/** What they would change of these goes into one plan. */
const PLANNED = ['--root', join(top, 'fixtures/{fnord,rao}/store')];

/** Threads that run this program, however little there is to do. */
function over(program: string): Partial<Env> {
  return { threads: { program, cores: 2, min: 0 } };
}

function programOf(onTask: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'thread.mjs');
  const lines = [
    `import { parentPort, threadId, workerData } from 'node:worker_threads';`,
    `parentPort.on('message', ({ n, task }) => {`,
    `  if (task.do === 'begin') parentPort.postMessage({ n, answer: [] });`,
    `  else { ${onTask} }`,
    `});`,
  ];
  writeFileSync(program, lines.join('\n'));
  return program;
}

/** A command line, its roots, and in how many threads it is carried out. */
type Line = [words: string, roots: string[], jobs: number, world: World];

/** Lines that share their way with others. */
const SLOWER: readonly Line[] = [
  ['heal --dry-run --json --lossy', ALL, 2, {}],
  ['stats --json', TWO, 2, {}],
  ['verify --all --ignore FN407', TWO, 2, { terminal: 100 }],
  ['verify --signatures', STORES, 2, {}],
  ['list --archived', STORES, 2, { terminal: 90 }],
  ['migrate --dry-run --json', STORES, 2, {}],
];

describe('threads', () => {
  const worker = join(top, 'bin', 'thread.js');

  beforeAll(buildFirst);

  test.each([
    ['verify --json', SOME, isThorough ? 3 : 2, {}],
    ['list --all --json --count', isThorough ? SOME : TWO, 2, {}],
    ...(isThorough ? SLOWER : []),
  ] satisfies Line[])('%s is the same, byte for byte', async (line, roots, jobs, world) => {
    const run = (n: number) =>
      call([...line.split(' '), '--jobs', String(n), ...roots], { ...world, over: over(worker) });
    const [alone, inThreads] = [await run(1), await run(jobs)];
    expect(alone.stdout.length).toBeGreaterThan(1000);
    if (line.includes('--json')) expect(JSON.parse(alone.stdout).schema).toBe(1);
    // Compared as bytes: the runner takes its time over long lists.
    expect(inThreads.bytes.equals(alone.bytes)).toBe(true);
    expect([inThreads.exit, inThreads.stderr]).toEqual([alone.exit, alone.stderr]);
  });

  test.each(oneIn(2, ['heal --lossy', 'migrate']))('%s makes the same plan, byte for byte', async (line) => {
    const folder = mkdtempSync(join(tmpdir(), 'convostore-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const planOf = async (jobs: number) => {
      const plan = join(folder, `${jobs}.plan`);
      const words = [...line.split(' '), ...PLANNED, '--plan-out', plan];
      await call([...words, '--jobs', String(jobs)], { over: over(worker) });
      return readFileSync(plan, 'utf8');
    };
    const alone = await planOf(1);
    expect(alone.length).toBeGreaterThan(1000);
    expect(await planOf(2)).toBe(alone);
  });

  test('secrets are the same, where one conversation betrays that of another too', async () => {
    const root = mkdtempSync(join(tmpdir(), 'convostore-test-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = join(root, 'projects', '-srv-app');
    mkdirSync(folder, { recursive: true });
    const said = [
      'curl -u ada:qT7-vK2mXz9w https://api.example.org',
      'Is qT7-vK2mXz9w yours?',
      'Leeks are ready.',
      'Yes.',
    ];
    for (const [n, content] of said.entries()) {
      const sessionId = `11111111-2222-4333-8444-55555555550${n}`;
      const record = { type: 'user', uuid: sessionId, parentUuid: null, sessionId, message: { role: 'user', content } };
      writeFileSync(join(folder, `${sessionId}.jsonl`), `${JSON.stringify(record)}\n`);
    }
    const run = (n: number) => call(['secrets', '--json', '--jobs', String(n), '--root', root], { over: over(worker) });
    const [alone, inThreads] = [await run(1), await run(2)];
    const { secrets } = JSON.parse(alone.stdout) as { secrets: { id: string }[] };
    expect(new Set(secrets.map(({ id }) => id.at(-1)))).toEqual(new Set('01'));
    expect(inThreads).toEqual(alone);
  });

  test('one that ends is a failure that names the file it was at, and the way out', async () => {
    const home = demoHome();
    const program = programOf('Atomics.store(workerData, 1, 1); process.exit(7)');
    const { exit, stderr } = await call('verify', { home, over: over(program) });
    expect(exit).toBe(3);
    expect(stderr).toMatch(/the thread that looked at \S+\.json ended: it ended with 7\n.*--jobs 1/);
  });

  test('one that throws fails the run with what it threw', async () => {
    const error = `{ name: 'TypeError', message: 'it is broken', stack: undefined, failure: null }`;
    const program = programOf(`parentPort.postMessage({ n, error: ${error} })`);
    const { exit, stderr } = await call('verify', { home: demoHome(), over: over(program) });
    expect(exit).toBe(3);
    expect(stderr).toContain('it is broken');
  });

  test('leave large conversations for later, which are looked at one at a time, in one thread', async () => {
    const finding = `{ code: 'ST001', id, path: id, at: null, offset: null, owner: 'reads', detail: now + ' in ' + threadId }`;
    const program = programOf(`
      const now = (globalThis.large = (globalThis.large ?? 0) + (task.alone ? 1 : 0));
      const looked = ({ id, noted }) => ({ id, noted, skipped: false, unreadFindings: [${finding}], bytes: 0, document: null });
      const answer = task.alone ? task.units.map(looked) : [];
      setImmediate(() => { globalThis.large -= answer.length; parentPort.postMessage({ n, answer }); });
    `);
    const { stdout } = await call(['verify', '--json', '--jobs', '4', ...STORES], { over: over(program) });
    const found: { code: string; message: string }[] = JSON.parse(stdout).findings;
    const looks = found.flatMap(({ code, message }) => (code === 'ST001' ? [message] : []));
    expect(looks.length).toBeGreaterThan(1);
    expect(new Set(looks).size).toBe(1);
    expect(looks[0]).toMatch(/^1 in /);
  });

  test('end when the run is interrupted, whatever they are doing', async () => {
    const program = programOf('for (;;);');
    const { exit } = await call('verify', { home: demoHome(), interrupted: true, over: over(program) });
    expect(exit).toBe(130);
  });

  test('are not started where little is to be done, or one is asked for', async () => {
    const program = join(top, 'no-such-program.js');
    const threads = { program, cores: 4 };
    const home = demoHome();
    const few = await call('list', { home, over: { threads } });
    const one = await call('list --jobs 1', { home, over: { threads: { ...threads, min: 0 } } });
    expect([few.exit, one.exit]).toEqual([0, 0]);
  });

  test('are counted in whole numbers', async () => {
    const { exit, stderr } = await call('list --jobs 0', { home: demoHome() });
    expect(exit).toBe(2);
    expect(stderr).toContain('--jobs');
  });
});
