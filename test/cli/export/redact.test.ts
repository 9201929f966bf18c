import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { plantedSecrets } from '../../ops/secrets/planted.ts';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { snapshot } from '../change/snapshot.ts';
import { columnsWith, rowsOf } from '../tables/read-tables.ts';

const secret = plantedSecrets(9).get('github-pat') ?? '';
const cwd = `/home/ann/${secret}`;
const ID = '0b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3';

/** A session of Claude Code that has a secret wherever a program or a person can put one, and damage with one beside it. */
function session(): string {
  let last: string | null = null;
  const record = (n: number, more: object): string => {
    const uuid = `${ID.slice(0, -2)}${String(n).padStart(2, '0')}`;
    const head = { parentUuid: last, isSidechain: false, userType: 'external', cwd, sessionId: ID, version: '2.1.144' };
    last = uuid;
    const timestamp = new Date(Date.UTC(2026, 10, 20, 9, n)).toISOString();
    return JSON.stringify({ ...head, gitBranch: `fix-${secret}`, ...more, uuid, timestamp });
  };
  const answer = (n: number, content: unknown): object => ({
    type: 'assistant',
    requestId: `req_${n}`,
    message: {
      ...{ id: `msg_${n}`, type: 'message', role: 'assistant', model: `model-${secret}`, content },
      ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 10, output_tokens: 20 } },
    },
  });
  const use = { type: 'tool_use', id: `toolu_${secret}`, name: `mcp__${secret}`, input: { command: `x ${secret}` } };
  const result = { tool_use_id: use.id, type: 'tool_result', content: `got ${secret}`, is_error: true };
  const lines = [
    record(1, { type: 'user', message: { role: 'user', content: `Is ${secret} ours?` } }),
    record(2, answer(2, [{ type: 'text', text: `${secret} is.` }])),
    record(3, answer(3, [use])),
    record(4, { type: 'user', message: { role: 'user', content: [result] } }),
    record(5, answer(5, [{ type: 'odd', [secret]: secret }])),
    JSON.stringify({ type: 'custom-title', customTitle: `About ${secret}`, sessionId: ID }),
    `{"type":"user","${secret}":`,
    secret,
  ];
  return `${lines.join('\n')}\n`;
}

/** Exports a home in which the session is, below folders that have the secret in their names. */
async function exported(...flags: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-redact-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = join(folder, `x-${secret}`, '.claude');
  const file = join(root, 'projects', `-home-ann-${secret}`, `${ID}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, session());
  const tables = join(folder, 'tables');
  const called = await call(['--root', root, 'export', tables, ...flags]);
  return { ...called, tables };
}

/** Where the session has the secret: without it, the test below would prove nothing. */
const PLANTED = [
  'conversations.branch',
  'conversations.cwd',
  'conversations.path',
  'conversations.root',
  'conversations.title',
  'findings.actual',
  'findings.path',
  'findings.root',
  'messages.arguments',
  'messages.call_id',
  'messages.model',
  'messages.name',
  'messages.path',
  'messages.root',
  'messages.text',
  'tokens.model',
  'tokens.path',
  'tokens.root',
];

test('without --redact every column has what the store has, and a warning says so', async () => {
  const { tables, stderr } = await exported();
  expect(columnsWith(tables, secret)).toEqual(expect.arrayContaining(PLANTED));
  expect(stderr).toContain('convo: nothing was redacted: `convo secrets` says what these conversations hold');
});

test('with --redact no column has a secret, nor the beginning or the end of one', async () => {
  const { tables, stdout, stderr } = await exported('--redact');
  for (const part of [secret, secret.slice(4), secret.slice(0, 16), secret.slice(-16)]) {
    expect(columnsWith(tables, part)).toEqual([]);
    expect(stdout + stderr).not.toContain(part);
  }
  expect(stderr).toMatch(/^redacted: \d+ places: \d+ github-pat/m);
  const [conversation] = rowsOf(tables, 'conversations');
  expect(conversation).toMatchObject({ id: ID, title: 'About [secret 1: github-pat]' });
  expect(rowsOf(tables, 'messages').map(({ text }) => text)).toContain('Is [secret 1: github-pat] ours?');
  expect(rowsOf(tables, 'findings').length).toBeGreaterThan(0);
});

test('messages and tokens still join their conversation once they are redacted', async () => {
  const { tables } = await exported('--redact', '--redact-also', 'home');
  const paths = new Set(rowsOf(tables, 'conversations').map(({ path }) => path));
  expect(paths.size).toBe(1);
  for (const table of ['messages', 'tokens']) {
    const rows = rowsOf(tables, table);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ path }) => path))).toEqual(paths);
  }
  expect(columnsWith(tables, '/home/ann')).toEqual([]);
});

test.each(oneIn(3, ['html', 'markdown', 'atif'], 1))(
  'a redacted file is not replaced by one that is not, unless that is forced: %s',
  async (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'convostore-redact-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, '.claude/projects/-home-ann', `${ID}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, session());
    const convo = (line: string) =>
      call(`export --to ${format} --output pages ${line}`.trim(), { home: folder, cwd: folder });
    const pages = () => {
      const names = readdirSync(join(folder, 'pages'));
      return names.map((name) => readFileSync(join(folder, 'pages', name), 'utf8')).join('');
    };
    const { stderr } = await convo('--redact');
    expect(stderr).toContain('; no rule knows every secret: look before you send');
    const redacted = pages();
    expect(redacted).not.toContain(secret);
    const refused = await convo('');
    expect(refused).toMatchObject({
      exit: 4,
      stdout: '',
      stderr: expect.stringContaining(' is redacted, and what would replace it is not'),
    });
    expect(pages()).toBe(redacted);
    expect((await convo('--redact')).exit).toBe(0);
    expect(pages()).toBe(redacted);
    expect((await convo('--force')).exit).toBe(0);
    expect(pages()).toContain(secret);
    expect((await convo('--redact')).exit).toBe(0);
    expect(pages()).toBe(redacted);
  },
);

test('redacted tables are not replaced by some that are not, unless that is forced, and lines never are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-redact-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, '.claude/projects/-home-ann', `${ID}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, session());
  const convo = (line: string) => call(`export ${line} --date 2026-01-31`, { home: folder, cwd: folder });
  const bytes = () =>
    readdirSync(join(folder, 'lake'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.parquet'))
      .map((path) => [path, readFileSync(join(folder, 'lake', path), 'base64')]);
  expect((await convo('lake --redact')).exit).toBe(0);
  const redacted = bytes();
  expect(redacted.length).toBeGreaterThan(3);
  const refused = await convo('lake');
  expect(refused).toMatchObject({ exit: 4, stdout: '' });
  expect(refused.stderr).toMatch(
    /^convo: .*\/lake\/conversations\/host=.*\.parquet is redacted, and what would replace it is not\n {2}Give --redact again, name another folder, or --force\.\n$/,
  );
  expect(bytes()).toEqual(redacted);
  expect((await convo('lake --force')).exit).toBe(0);
  expect(bytes()).not.toEqual(redacted);
  // What shows everything may be replaced by what is redacted.
  expect((await convo('lake --redact')).exit).toBe(0);
  expect(bytes()).toEqual(redacted);
  const lines = (more: string) =>
    call(`export --to jsonl --output lines ${more}`.trim(), { home: folder, cwd: folder });
  expect((await lines('--redact')).exit).toBe(0);
  const kept = snapshot(join(folder, 'lines'));
  expect(await lines('')).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining('is not what would be written now'),
  });
  expect(snapshot(join(folder, 'lines'))).toEqual(kept);
});
