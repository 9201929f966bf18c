import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '0a1b2c3d-0000-4000-8000-000000000001';
/** Made up; the form of a token of GitHub. */
const TOKEN = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ'.repeat(2).slice(0, 36)}`;
/** What is left where a title is cut. */
const BEGINNING = TOKEN.slice(0, 20);
const PASSWORD = 'Kolibri88xQ';

/** Sessions whose title has a token, and a password that only a later message calls one. */
function homeWithSecrets(): string {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  const about = { isSidechain: false, sessionId: ID, cwd: join(home, 'app') };
  const said = (uuid: string, parentUuid: string | null, content: string) => ({
    ...{ ...about, parentUuid, type: 'user', message: { role: 'user', content }, uuid },
    timestamp: '2026-05-04T09:30:00.000Z',
  });
  const records = [
    said('00000000-0000-4000-8000-00000000000a', null, `Deploy with ${TOKEN} as ${PASSWORD} please`),
    said('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-00000000000a', `password: ${PASSWORD}`),
  ];
  for (const sessionId of [ID, ID.replace(/1$/, '2')]) {
    const lines = records.map((each) => `${JSON.stringify({ ...each, sessionId })}\n`);
    writeFileSync(join(folder, `${sessionId}.jsonl`), lines.join(''));
  }
  return home;
}

const ANSWERS = [
  ['convo alone', ''],
  ['convo alone, as JSON', '--json'],
  ['why', `why ${ID}`],
  ['why, as JSON', `why ${ID} --json`],
  ['stats', 'stats'],
  ['stats as JSON', 'stats --json'],
] as const;

test.each(oneIn(2, ANSWERS))('--redact leaves secrets out of titles: %s', async (_, line) => {
  const home = homeWithSecrets();
  const screen = { home, over: { now: () => Date.UTC(2026, 4, 5) } };
  const argv = line.split(' ').filter((word) => word !== '');
  expect((await call(argv, screen)).stdout).toContain(`Deploy with ${BEGINNING}`);
  for (const words of [
    [...argv, '--redact'],
    ['--redact', ...argv],
  ]) {
    const { exit, stdout, stderr } = await call(words, screen);
    expect([exit, stdout]).toEqual([0, expect.stringMatching(/Deploy with \[secret \d: github-pat\] as \[/)]);
    expect(stdout).not.toContain(BEGINNING);
    expect(stdout).not.toContain(PASSWORD);
    expect(stderr).toContain('convo: redacted: ');
  }
});

test.each(
  oneIn(2, ['show deploy', 'why deploy', 'stats deploy', 'diff deploy deploy', 'show 0a1b', 'show 0a1b --json']),
)('--redact leaves secrets out of titles in errors: %s', async (line) => {
  const home = homeWithSecrets();
  const plain = await call(line, { home });
  expect(plain.stdout + plain.stderr).toContain(`Deploy with ${BEGINNING}`);
  for (const words of [`${line} --redact`, `${line} --redact-also mail`]) {
    const { exit, stdout, stderr } = await call(words, { home });
    expect([exit, stdout + stderr]).toEqual([
      plain.exit,
      expect.stringContaining('Deploy with [secret 1: github-pat]'),
    ]);
    expect(stdout + stderr).not.toContain(BEGINNING);
  }
});

test('--redact leaves secrets out of what --debug prints of an error', async () => {
  const line = `show ${TOKEN} --debug`;
  const home = homeWithSecrets();
  expect((await call(line, { home })).stderr).toMatch(new RegExp(`${TOKEN}.*\\n +at `, 's'));
  const { stderr } = await call(`${line} --redact`, { home });
  expect(stderr).toMatch(/\[secret 1: github-pat\].*\n +at /s);
  expect(stderr).not.toContain(TOKEN);
});

test.each(['model', 'model,day', 'project,model'])(
  'stats --by %s --redact leaves secrets out of names of models',
  async (by) => {
    const home = homeWithSecrets();
    const about = { parentUuid: null, type: 'assistant', uuid: 'a', sessionId: ID, cwd: '/srv/ada' };
    const usage = { input_tokens: 3, output_tokens: 4 };
    const message = {
      id: 'msg_1',
      role: 'assistant',
      model: `fable-${TOKEN}`,
      content: [{ type: 'text', text: 'Yes.' }],
      usage,
    };
    const record = { ...about, timestamp: '2026-05-04T09:30:00.000Z', message };
    writeFileSync(join(home, '.claude/projects/-srv-ada', `${ID}.jsonl`), `${JSON.stringify(record)}\n`);
    expect((await call(`stats --by ${by}`, { home })).stdout).toContain(TOKEN);
    const { exit, stdout } = await call(`stats --by ${by} --redact`, { home });
    expect([exit, stdout]).toEqual([0, expect.stringMatching(/fable-\[secret \d: github-pat\]/)]);
    expect(stdout).not.toContain(TOKEN);
  },
);

const TEXTS = ANSWERS.filter(([, line]) => !line.includes('--json'));

test.each(TEXTS)('--redact-also home leaves the home folder out: %s', async (_, line) => {
  const home = homeWithSecrets();
  const argv = line.split(' ').filter((word) => word !== '');
  const { exit, stdout } = await call([...argv, '--redact-also', 'home'], { home });
  expect([exit, stdout]).toEqual([0, expect.not.stringContaining(home)]);
});

test('a command without it refuses it, wherever it stands', async () => {
  const home = homeWithSecrets();
  for (const line of ['undo --redact', '--redact undo', 'undo --redact-also home'])
    expect(await call(line, { home })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/unknown option '--redact(?:-also)?'/),
    });
});

test.each([
  [`show ${ID} --raw --redact-also home`, '--redact-also is not for --raw or --follow'],
  [`show ${ID} --follow --redact-also home`, '--redact-also is not for --raw or --follow'],
  [`show ${ID} --follow --redact --redact-also home`, '--redact is not for --raw or --follow'],
  [`grep Deploy --open --redact-also home`, '--redact is not for --open'],
  ['mcp --with-secrets --redact-also home', 'only one of --redact-also and --with-secrets can be given'],
  ['mcp --print claude --with-secrets --redact-also home', 'only one of --redact-also and --with-secrets'],
])('what cannot be redacted is refused, and not printed as it is: %s', async (line, message) => {
  const { exit, stdout, stderr } = await call(line, { home: homeWithSecrets() });
  expect([exit, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('why --redact leaves secrets out of the prompts of a lost session', async () => {
  const home = emptyHome();
  mkdirSync(join(home, '.claude/projects/-srv-ada'), { recursive: true });
  const prompt = { display: `use ${TOKEN} for it`, timestamp: 1_777_000_000_000, project: '/srv/ada', sessionId: ID };
  writeFileSync(join(home, '.claude/history.jsonl'), `${JSON.stringify(prompt)}\n`);
  expect((await call(`why ${ID}`, { home })).stdout).toContain(TOKEN);
  for (const json of ['', ' --json']) {
    const { exit, stdout } = await call(`why ${ID}${json} --redact`, { home });
    expect([exit, stdout]).toEqual([0, expect.stringContaining('use [secret 1: github-pat] for it')]);
    expect(stdout).not.toContain(TOKEN);
  }
});

test.each(['list', 'grep Deploy', 'find deploy', 'stats', 'export --to markdown --output OUT', 'verify'])(
  '--redact leaves secrets out of paths that are named beside the answer: %s',
  async (line) => {
    const home = homeWithSecrets();
    const folder = join(home, `.claude/projects/-srv-${TOKEN}`);
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(home, 'elsewhere'));
    writeFileSync(join(home, 'elsewhere/b.jsonl'), '{}\n');
    symlinkSync(join(home, 'elsewhere/b.jsonl'), join(folder, `${ID.replace(/1$/, '7')}.jsonl`));
    const words = line.replace('OUT', join(home, 'out'));
    const plain = await call(words, { home });
    expect(plain.stdout + plain.stderr).toContain(`-srv-${TOKEN}`);
    const { stdout, stderr } = await call(`${words} --redact${line.startsWith('export') ? ' --force' : ''}`, { home });
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(stdout + stderr).toContain(': github-pat]');
  },
);

test('--redact leaves secrets and home folders out of places that could not be read', async () => {
  const home = homeWithSecrets();
  const loop = join(home, `loop-${TOKEN}`);
  symlinkSync(loop, loop);
  const screen = { home, vars: { CODEX_HOME: loop } };
  const plain = await call('grep Deploy', screen);
  expect([plain.exit, plain.stderr]).toEqual([0, expect.stringContaining(`not judged: ${loop} `)]);
  const { stderr } = await call('grep Deploy --redact-also home', screen);
  expect(stderr).toContain('not judged: ~/loop-[secret 1: github-pat] ');
});

test.each([
  `show ${ID}`,
  'grep Deploy',
  'find deploy',
  'stats',
  `why ${ID}`,
  'report',
  '',
  'heal --dry-run',
  `diff ${ID} 0a1b2c3d-0000-4000-8000-000000000002`,
])('JSON of --redact-also home keeps to the schema: %s', async (line) => {
  const home = homeWithSecrets();
  const words = line.split(' ').filter((word) => word !== '');
  const { exit, stdout } = await call([...words, '--json', '--redact-also', 'home'], { home });
  expect([exit, stdout]).toEqual([0, expect.not.stringContaining(home)]);
  expect(stdout).toContain('"~/');
});
