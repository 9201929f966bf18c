import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { columnsWith } from '../tables/read-tables.ts';

const made = mkdtempSync(join(tmpdir(), 'convo-known-'));
afterAll(() => rmSync(made, { recursive: true }));

/** No rule knows it where it is bare. */
const SECRET = 'qT7-vK2mXz9w';
const [ONE, OTHER] = ['11111111-2222-4333-8444-555555555501', '11111111-2222-4333-8444-555555555502'];

function recordsOf(id: string, title: string, contents: readonly unknown[]): string {
  const lines = contents.map((content, n) =>
    JSON.stringify({
      ...{ type: n % 2 === 0 ? 'user' : 'assistant', uuid: `${id.slice(0, -3)}a0${n}`, sessionId: id },
      parentUuid: n === 0 ? null : `${id.slice(0, -3)}a0${n - 1}`,
      timestamp: `2026-11-0${n + 1}T10:00:00.000Z`,
      cwd: `/srv/${SECRET}/app`,
      gitBranch: `fix-${SECRET}`,
      message: { role: n % 2 === 0 ? 'user' : 'assistant', content },
    }),
  );
  const named = JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: id });
  return `${[...lines, named].join('\n')}\n`;
}

/** Two sessions: the first has a secret bare before a command in it betrays it, the second has it bare alone. */
function home(): string {
  const root = join(mkdtempSync(join(made, 'home-')), '.claude');
  const folder = join(root, 'projects', '-srv-app');
  mkdirSync(folder, { recursive: true });
  const command = `curl -u ada:${SECRET} https://api.example.org`;
  const answered = `${JSON.stringify({ was: SECRET })}\n${Buffer.from(`the word ${SECRET} in a file`).toString('base64')}`;
  const first = [
    `The word is ${SECRET}, and not password.`,
    [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command, file: `/srv/${SECRET}.env` } }],
    [{ type: 'tool_result', tool_use_id: 'toolu_1', content: answered }],
    [{ type: 'text', text: `So \`${SECRET}\` it is.` }],
  ];
  writeFileSync(join(folder, `${ONE}.jsonl`), recordsOf(ONE, `About ${SECRET}`, first));
  writeFileSync(
    join(folder, `${OTHER}.jsonl`),
    recordsOf(OTHER, 'Another', [`Is ${SECRET} yours?`, [{ type: 'text', text: 'Yes.' }]]),
  );
  return root;
}

function leaks(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const inside = (text: string) =>
    (text.match(/[A-Za-z\d+/]{24,}/g) ?? []).map((run) => Buffer.from(run, 'base64').toString('latin1'));
  const isLeak = (path: string): boolean => {
    if (path.includes(SECRET)) return true;
    if (!statSync(join(folder, path)).isFile()) return false;
    const text = readFileSync(join(folder, path), 'utf8');
    return [text, ...inside(text)].some((each) => each.includes(SECRET));
  };
  return [...files.filter(isLeak), ...columnsWith(folder, SECRET)];
}

describe('a secret that a command betrays leaves nowhere, with one word for it,', () => {
  test.each(oneIn(2, ['html', 'markdown', 'jsonl', 'atif', 'parquet']))('as %s', async (format) => {
    const folder = join(made, format);
    const { exit, stdout, stderr } = await call([
      'export',
      '--to',
      format,
      '--output',
      folder,
      '--redact',
      '--root',
      home(),
    ]);
    expect(exit).toBe(0);
    expect(stdout + stderr).not.toContain(SECRET);
    expect(leaks(folder)).toEqual([]);
    expect(stderr).toMatch(/^redacted: \d+ places: \d+ curl-auth-user;/m);
    const pages = format === 'parquet' ? [] : readdirSync(folder).filter((name) => name.includes(OTHER));
    for (const page of pages)
      expect(readFileSync(join(folder, page), 'utf8')).toContain('Is [secret 1: curl-auth-user] yours?');
  });

  test.each(oneIn(2, ['', '--json', '--html', '--markdown', '--all', '--full'], 1))('by show %s', async (flag) => {
    const words = ['show', ONE, '--redact', ...flag.split(' ').filter((each) => each !== '')];
    const { stdout, stderr } = await call([...words, '--root', home()]);
    expect(stdout).toContain('The word is [secret 1: curl-auth-user], and not password.');
    expect(stdout + stderr).not.toContain(SECRET);
  });

  test.each(['', '--json', '--html'])('by report %s', async (flag) => {
    const words = ['report', '--redact', ...flag.split(' ').filter((each) => each !== '')];
    const { exit, stdout, stderr } = await call([...words, '--root', home()]);
    expect(exit).toBe(0);
    expect(stdout).toContain('About [secret 1: curl-auth-user]');
    expect(stdout + stderr).not.toContain(SECRET);
  });
});

describe('what a conversation tells as a secret is covered in all of it', () => {
  test.each(['', '--json', '-C2'])('by grep %s', async (flag) => {
    const words = ['grep', '--redact', 'word', ...flag.split(' ').filter((each) => each !== '')];
    const { exit, stdout, stderr } = await call([...words, '--root', home()]);
    expect(exit).toBe(0);
    expect(stdout).toContain('is [secret], and not password.');
    expect(stdout + stderr).not.toContain(SECRET);
  });

  test.each(['', '--json'])('by find %s', async (flag) => {
    const words = ['find', '--redact', 'word password', ...flag.split(' ').filter((each) => each !== '')];
    const { exit, stdout, stderr } = await call([...words, '--root', home()]);
    expect(exit).toBe(0);
    expect(stdout).toContain('is [secret], and not password.');
    expect(stdout + stderr).not.toContain(SECRET);
  });

  test('a pattern does not find it', async () => {
    expect((await call(['grep', '--redact', SECRET, '--root', home()])).stdout).not.toContain(`${ONE}:`);
    expect((await call(['grep', SECRET, '--root', home()])).stdout).toContain(`${ONE}:0:user`);
  });
});

/** Shorter than what is replaced everywhere: its key alone tells each. */
const CALL = {
  url: 'https://api.example.org/kettle',
  headers: { 'X-Api-Key': 'x-key-5f6e7d8c9b0a1234', Authorization: 'Basic YWRtaW46czNjcjN0LXBhc3M=' },
  body: { password: 'tulipsea', note: 'kettle' },
};

test.each([
  'grep --redact kettle',
  'grep --redact --json .',
  'show --redact',
  'show --redact --json',
  'show --redact --html',
])('the arguments of a call are judged with their keys by %s', async (command) => {
  const root = join(mkdtempSync(join(made, 'call-')), '.claude');
  mkdirSync(join(root, 'projects', '-srv-app'), { recursive: true });
  const made1 = [{ type: 'tool_use', id: 'toolu_1', name: 'mcp__http__post', input: CALL }];
  writeFileSync(join(root, 'projects', '-srv-app', `${ONE}.jsonl`), recordsOf(ONE, 'A call', ['Post it.', made1]));
  const words = command.replace('grep --redact --json .', 'grep --redact --json --regex .').split(' ');
  const { exit, stdout } = await call([...words, '--root', root]);
  expect(exit).toBe(0);
  expect(stdout).toContain('kettle');
  for (const value of ['x-key-5f6e', 'YWRtaW46', 'tulipsea']) expect(stdout).not.toContain(value);
});

test('it is found wherever it stands, and not printed', async () => {
  const { exit, stdout, stderr } = await call(['secrets', '--root', home()]);
  expect(exit).toBe(1);
  expect(stdout + stderr).not.toContain(SECRET);
  const [one, other] = [ONE, OTHER].map((id) => `projects/-srv-app/${id}.jsonl`);
  for (const place of [
    `${ONE}:0:user`,
    `${one}:5: title`,
    `${ONE}:1:Bash`,
    `${ONE}:2:tool`,
    `${OTHER}:0:user`,
    `${other}:1: branch`,
  ])
    expect(stdout).toContain(`${place}: curl-auth-user`);
});

test.each(oneIn(2, ['html', 'markdown', 'jsonl', 'atif', 'parquet'], 1))(
  'an id that a rule takes for a secret is replaced there alone, as %s',
  async (format) => {
    const root = home();
    const [key, foreign] = ['0f1e2d3c-4b5a-4978-8675-645342312011', `${ONE.slice(0, -3)}a00`];
    const says = `heroku_key = ${key}, and heroku_key = ${foreign}, and heroku_key = ${OTHER}.`;
    const more = [says, [{ type: 'text', text: `So ${key}, after ${foreign}, in ${OTHER}.` }]];
    writeFileSync(join(root, 'projects', '-srv-app', `${OTHER}.jsonl`), recordsOf(OTHER, 'Ids', more));
    const folder = join(made, `ids-${format}`);
    expect((await call(['export', '--to', format, '--output', folder, '--redact', '--root', root])).exit).toBe(0);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const texts = files.filter((file) => statSync(join(folder, file)).isFile()).map((file) => join(folder, file));
    const all = texts.map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(columnsWith(folder, key)).toEqual([]);
    expect(all).not.toContain(key);
    if (format === 'parquet') return expect(columnsWith(folder, OTHER)).not.toEqual([]);
    expect(files.some((file) => file.includes(OTHER))).toBe(true);
    expect(all).toMatch(new RegExp(`So \\[secret \\d+: \\S+\\], after ${foreign}, in ${OTHER}\\.`));
    return expect(all).not.toMatch(new RegExp(`heroku_key = (?:${foreign}|${OTHER})`));
  },
);

test('lines of secrets are there once each, and the beginning of a secret in a title that is cut is no other secret', async () => {
  const root = join(mkdtempSync(join(made, 'home-')), '.claude');
  mkdirSync(join(root, 'projects/-srv-app'), { recursive: true });
  const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
  const key = `sk-ant-api03-${'aB3dE5fG7hJ9kL1m'.repeat(6)}`.slice(0, 108);
  const asked = `${'word '.repeat(22)}${token} and ${key}`;
  writeFileSync(join(root, `projects/-srv-app/${ONE}.jsonl`), recordsOf(ONE, '', [asked]).split('\n')[0] as string);
  const { stdout, stderr } = await call(['secrets', '--root', root]);
  const lines = stdout.trim().split('\n');
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toContain(`${ONE}:0:user: github-pat, 40 characters, in title and metadata too`);
  expect(stderr).toContain('2 secrets at ');
});
