import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { type Row, rowsOf, tablesBelow } from '../tables/read-tables.ts';

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync('fixtures/demo/fnord', join(folder, '.fnord'), { recursive: true });
  cpSync('fixtures/demo/rao', join(folder, 'rao'), { recursive: true });
  cpSync('fixtures/demo/claude', join(folder, 'claude'), { recursive: true });
  return folder;
}

const ROOTS = '--root .fnord --root rao --root claude';

test('the tables have what list, show and verify say, row for row', async () => {
  const cwd = home();
  const convo = (line: string) => call(`${ROOTS} ${line}`, { cwd });
  const exported = await convo('export --to parquet tables --json');
  expect(exported.exit).toBe(0);
  const counts = JSON.parse(exported.stdout);
  const [conversations, messages, findings] = [
    rowsOf(join(cwd, 'tables'), 'conversations'),
    rowsOf(join(cwd, 'tables'), 'messages'),
    rowsOf(join(cwd, 'tables'), 'findings'),
  ];
  expect(counts).toMatchObject({
    conversations: conversations.length,
    messages: messages.length,
    findings: findings.length,
    files: tablesBelow(join(cwd, 'tables')).length,
  });
  const listed = JSON.parse((await convo('list --all --json')).stdout).conversations;
  const pick = ({ kind, id, title, messages: count, readable }: Row) => [kind, id, title, count, readable].join(' ');
  expect(conversations.map(pick).sort()).toEqual(listed.map(pick).sort());
  const verified = JSON.parse((await convo('verify --json')).stdout).findings;
  const fingerprinter = (rows: readonly Row[]) => rows.map(({ fingerprint }) => fingerprint).sort();
  expect(fingerprinter(findings)).toEqual(fingerprinter(verified));
  const { stores } = JSON.parse((await convo('stats --json')).stdout);
  expect(messages.length).toBe(stores.reduce((sum: number, each: { messages: number }) => sum + each.messages, 0));
  const shown = JSON.parse((await convo('show 3f0c --all --json')).stdout).conversation;
  const tokens = rowsOf(join(cwd, 'tables'), 'tokens');
  const sums = stores.flatMap((each: { tokens: readonly Row[] }) => each.tokens);
  const sumOf = (rows: readonly Row[], key: string) => rows.reduce((sum, row) => sum + Number(row[key]), 0);
  expect(sumOf(tokens, 'output')).toBe(sumOf(sums, 'output'));
  expect([tokens.length, counts.answers]).toEqual([sumOf(sums, 'answers'), tokens.length]);
  const said = messages.filter(({ conversation }) => conversation === shown.id);
  expect(said.map(({ text }) => text)).toEqual(shown.messages.map(({ text }: Row) => text));
  const row = conversations.find(({ id }) => id === shown.id);
  expect(row).toMatchObject({
    kind: 'fnord',
    project: 'orchard',
    timestamp: BigInt(shown.timestamp),
    updated_at: shown.updatedAt * 1000,
  });
});

test('shards write into one folder, and have together what the whole has', async () => {
  const cwd = home();
  const convo = (line: string) => call(`${ROOTS} ${line}`, { cwd });
  await convo('export whole');
  for (const shard of ['1/3', '2/3', '3/3']) await convo(`export parts --shard ${shard}`);
  for (const table of ['conversations', 'messages', 'findings', 'tokens']) {
    const plain = (folder: string) =>
      rowsOf(join(cwd, folder), table)
        .map((row) => Object.values(row).join(' '))
        .sort();
    expect(plain('parts'), table).toEqual(plain('whole'));
  }
});

test('an unjudged file exits 3, an interrupted export leaves nothing, and so does a full disk', async () => {
  const cwd = home();
  const line = `${ROOTS} export tables`;
  expect((await call(line, { cwd, interrupted: true })).exit).toBe(130);
  expect(readdirSync(cwd)).not.toContain('tables');
  symlinkSync('/', join(cwd, '.fnord/projects/harbor/conversations/out.json'));
  expect((await call(line, { cwd })).exit).toBe(3);
  expect(tablesBelow(join(cwd, 'tables')).length).toBeGreaterThan(0);
  expect(await call(`${ROOTS} export /dev/null/tables`, { cwd })).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(
      /^convo: \/dev\/null\/tables\/conversations cannot be reached: .*\n {2}Name another folder\.\n$/,
    ),
  });
});

test.each([
  ['7e905b3a', 'is the id of a conversation', 'export --to html 7e905b3a --output DIR` exports it'],
  ['--to parquet 3f0c2', 'is the conversation "', 'export --to html 3f0c2 --output DIR` exports it'],
  ['b', 'is the beginning of 2 ids', 'export --to html ID --output DIR` exports one of them'],
  ['9999', 'could be an id, and no conversation has it', 'with ./9999 for a folder of that name'],
])('a new folder is not made of what may be an id: %s', async (words, what, way) => {
  const cwd = home();
  const names = readdirSync(cwd);
  const { exit, stdout, stderr } = await call(`${ROOTS} export ${words}`, { cwd });
  expect([exit, stdout, readdirSync(cwd)]).toEqual([2, '', names]);
  expect(stderr.replace(/\s+/g, ' ')).toContain(what);
  expect(stderr.replace(/\s+/g, ' ')).toContain(way);
});

test('the beginning of an id is that of the conversation, not of its copy for syncing too', async () => {
  const cwd = home();
  const [path = ''] = readdirSync(join(cwd, 'claude'), { recursive: true, encoding: 'utf8' }).filter((each) =>
    /\/7e905b3a[^/]*\.jsonl$/.test(each),
  );
  const file = join(cwd, 'claude', path);
  cpSync(file, file.replace('.jsonl', ' (conflicted copy).jsonl'));
  const { exit, stderr } = await call(`${ROOTS} export 7e905b3a`, { cwd });
  expect([exit, stderr]).toEqual([2, expect.stringContaining('export --to html 7e905b3a --output DIR` exports it')]);
  expect(stderr).not.toContain('2 ids');
});

test.each(oneIn(2, ['./7e905b3a', '--output 7e905b3a', '--to parquet 9999', '2026-11-26', 'decade']))(
  'a folder is written to that cannot be meant for an id: %s',
  async (words) => {
    const cwd = home();
    expect((await call(`${ROOTS} export ${words}`, { cwd })).exit).toBe(0);
    expect(tablesBelow(join(cwd, words.split(' ').at(-1) ?? '')).length).toBeGreaterThan(0);
  },
);

test('a folder that is there is written to, whatever its name', async () => {
  const cwd = home();
  mkdirSync(join(cwd, '7e905b3a'));
  expect((await call(`${ROOTS} export 7e905b3a`, { cwd })).exit).toBe(0);
  expect(tablesBelow(join(cwd, '7e905b3a')).length).toBeGreaterThan(0);
});
