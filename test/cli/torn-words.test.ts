import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '11111111-2222-4333-8444-555555555501';
const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;

/** A session of a question, and of lines that follow it. */
function sessionBefore(lines: (record: (n: number, role: string, content: unknown) => string) => string[]): string {
  const root = join(emptyHome(), '.claude');
  const folder = join(root, 'projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  const record = (n: number, role: string, content: unknown) =>
    JSON.stringify({
      ...{ type: role, uuid: `${ID.slice(0, -1)}${n}`, parentUuid: n < 2 ? null : `${ID.slice(0, -1)}${n - 1}` },
      ...{ sessionId: ID, timestamp: `2026-11-01T10:00:0${n}.000Z`, cwd: '/srv/ada', message: { role, content } },
    });
  const file = join(folder, `${ID}.jsonl`);
  writeFileSync(file, `${[record(1, 'user', 'Count the pears.'), ...lines(record)].join('\n')}\n`);
  utimesSync(file, 1.7e9, 1.7e9);
  return root;
}

test.each([
  ['without its beginning', 'CL013', (record: string) => [` four quinces, says ${TOKEN}"}]},"cwd":"/srv"}`, record]],
  [
    'before a record on its line',
    'CL005',
    (record: string) => [`{"type":"assistant","message":{"content":[{"text":"four quinces, says ${TOKEN}${record}`],
  ],
])('show draws the words of a torn line %s', async (_, code, lines) => {
  const root = sessionBefore((record) => lines(record(2, 'assistant', [{ type: 'text', text: 'All of five.' }])));
  const text = (await call(['show', ID, '--root', root])).stdout;
  expect(text).toMatch(new RegExp(`${code}: .*\\n {2}words that can be read in it:\\n {2}…?four quinces, says ghp_`));
  expect(text.match(/All of five/g)).toHaveLength(1);
  const { words } = JSON.parse((await call(['show', ID, '--json', '--root', root])).stdout).conversation.findings.find(
    (each: { code: string }) => each.code === code,
  );
  expect(words).toEqual([expect.stringMatching(/^…?four quinces, says ghp_/)]);
  for (const flags of [[], ['--html'], ['--markdown'], ['--json']]) {
    const { stdout } = await call(['show', ID, '--redact', ...flags, '--root', root]);
    expect(stdout).toMatch(/quinces, says (?:\\?\[secret|…)/);
    expect(stdout).not.toContain(TOKEN.slice(0, 12));
  }
});

test.each([
  ['compressed', 'CL028', (text: string) => gzipSync(text)],
  ['in UTF-16', 'CL019', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
])(
  'the words of a torn line in a session %s are shown and found, and its sound lines as they are',
  async (_, code, made) => {
    const write = (end: string) => {
      const root = sessionBefore((record) => [
        record(2, 'assistant', 'All of five.'),
        record(3, 'user', `Four quinces, says ${TOKEN}`),
      ]);
      const file = join(root, 'projects/-srv-ada', `${ID}.jsonl`);
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, made(end === '' ? text : text.slice(0, text.lastIndexOf(end))));
      utimesSync(file, 1.7e9, 1.7e9);
      return root;
    };
    const [whole, torn] = [write(''), write('"}}')];
    const shown = (root: string, ...flags: string[]) => call(['show', ID, '--root', root, ...flags]);
    expect((await shown(torn)).stdout).toMatch(
      new RegExp(`${code}: .*\\n {2}words that can be read in it:\\n {2}Four quinces, says ghp_`),
    );
    expect((await shown(whole)).stdout).not.toContain('words that can be read');
    expect((await shown(whole)).stdout).toContain('Four quinces, says ghp_');
    expect((await shown(torn, '--redact')).stdout).not.toContain(TOKEN.slice(0, 12));
    const found = await call(['grep', 'quinces', '--root', torn]);
    expect([found.exit, found.stdout]).toEqual([
      0,
      expect.stringMatching(/:damaged line 3: .*Four quinces, says ghp_/),
    ]);
    expect((await call(['grep', 'quinces', '--redact', '--root', torn])).stdout).not.toContain(TOKEN.slice(0, 12));
    expect((await call(['grep', 'quinces', '--root', whole])).stdout).not.toContain('damaged line');
  },
);

test('show draws no line that is no record and has no words', async () => {
  const root = sessionBefore((record) => ['[]', record(2, 'assistant', 'All of five.')]);
  expect((await call(['show', ID, '--root', root])).stdout).not.toContain('CL013');
});

/** A session of a question and a torn answer that says all of its words, with another question behind it or not. */
function home(isLast: boolean): { root: string; file: string } {
  const root = join(emptyHome(), '.claude');
  const folder = join(root, 'projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  const record = (n: number, role: string, content: unknown) => ({
    ...{ type: role, uuid: `${ID.slice(0, -1)}${n}`, parentUuid: n < 2 ? null : `${ID.slice(0, -1)}${n - 1}` },
    ...{ sessionId: ID, timestamp: `2026-11-01T10:00:0${n}.000Z`, cwd: '/srv/ada', message: { role, content } },
  });
  const lines = [
    JSON.stringify(record(1, 'user', 'Count the pears.')),
    JSON.stringify(record(2, 'assistant', [{ type: 'text', text: `Four quinces, says ${TOKEN}` }])).slice(0, -4),
    ...(isLast ? [] : [JSON.stringify(record(3, 'user', 'And now?'))]),
  ];
  const file = join(folder, `${ID}.jsonl`);
  writeFileSync(file, lines.join('\n') + (isLast ? '' : '\n'));
  utimesSync(file, 1.7e9, 1.7e9);
  return { root, file };
}

test.each([true, false])('show draws the words of a torn line where the finding is; at the end: %s', async (isLast) => {
  const { root } = home(isLast);
  const text = (await call(['show', ID, '--root', root])).stdout;
  expect(text).toMatch(/CL00\d: .*\n {2}words that can be read in it:\n {2}Four quinces, says ghp_/);
  for (const flag of ['--html', '--markdown', '--json'])
    expect([flag, (await call(['show', ID, flag, '--root', root])).stdout]).toEqual([
      flag,
      expect.stringContaining('Four quinces, says'),
    ]);
  for (const flags of [[], ['--html'], ['--markdown'], ['--json']]) {
    const { stdout } = await call(['show', ID, '--redact', ...flags, '--root', root]);
    expect(stdout).toMatch(/Four quinces, says \\?\[secret/);
    expect(stdout).not.toContain(TOKEN.slice(0, 12));
  }
});

test.each([true, false])(
  'grep names the message beside which show draws a damaged line; at the end: %s',
  async (isLast) => {
    const { root } = home(isLast);
    const { stdout } = await call(['grep', 'quinces', '--root', root]);
    const [place = ''] = /^[^:]+:\d+/.exec(stdout) ?? [];
    expect(place).toBe(`${ID}:${isLast ? 0 : 1}`);
    expect((await call(['show', place, '--root', root])).stdout).toContain('Four quinces');
  },
);

test('a heal that takes a torn line tells the words in it before it does', async () => {
  const { root, file } = home(true);
  const before = readFileSync(file);
  const heal = (...words: string[]) => call(['heal', ID, '--lossy', '--root', root, ...words]);
  expect((await heal('--dry-run')).stdout).toContain('words that go: Four quinces, says ghp_');
  const { items } = JSON.parse((await heal('--dry-run', '--json')).stdout);
  expect(items[0].steps[0].edits[0].words).toEqual([`Four quinces, says ${TOKEN}`]);
  const covered = (await heal('--dry-run', '--redact')).stdout;
  expect(covered).toContain('words that go: Four quinces, says [secret');
  expect(covered).not.toContain(TOKEN.slice(0, 12));
  expect(readFileSync(file)).toEqual(before);
  const { stderr } = await call(['heal', '--lossy', '--root', root, '--color', 'never'], declining());
  expect(stderr.slice(0, stderr.indexOf('[y/N/d]'))).toContain('words that go: Four quinces, says ghp_');
  expect(readFileSync(file)).toEqual(before);
  expect((await heal('--yes')).stdout).toContain('words that go: Four quinces, says ghp_');
});

function declining() {
  const keys = (async function* () {
    yield 'n\n';
  })();
  return { terminal: 100, over: { stdin: Object.assign(keys, { isTTY: true }) } };
}
