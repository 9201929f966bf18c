import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call } from './call.ts';
import { expectTranscript } from './transcript.ts';

const home = mkdtempSync(join(tmpdir(), 'convostore-stats-'));
afterAll(() => rmSync(home, { recursive: true }));
cpSync('fixtures/demo/fnord', join(home, '.fnord'), { recursive: true });

test('stats of a home, for people and as Markdown', async () => {
  await expectTranscript('stats', ['stats', 'stats --project harbor --markdown'], { home });
});

test('where the bytes of sessions go', async () => {
  const other = mkdtempSync(join(home, 'claude-'));
  cpSync('fixtures/demo/claude', join(other, '.claude'), { recursive: true });
  const projects = join(other, '.claude/projects/-home-ben-quay');
  for (const name of readdirSync(projects)) utimesSync(join(projects, name), 1_790_000_000, 1_790_000_000);
  await expectTranscript('stats-claude', ['stats', 'stats --markdown'], { home: other });
  const { stores } = JSON.parse((await call('stats --json', { home: other })).stdout);
  expect(stores[0].contents[0]).toEqual({ what: 'message-fields', type: null, bytes: 4154, count: 9 });
});

test('the counts agree with list and verify', async () => {
  const { stores } = JSON.parse((await call('stats --json', { home })).stdout);
  const { conversations } = JSON.parse((await call('list --json --all', { home })).stdout);
  const { summary } = JSON.parse((await call('verify --json', { home })).stdout);
  const sum = (key: string) => stores.reduce((all: number, each: Record<string, number>) => all + (each[key] ?? 0), 0);
  expect(sum('conversations')).toBe(conversations.length);
  expect(sum('messages')).toBe(
    conversations.reduce((all: number, { messages }: { messages: number | null }) => all + (messages ?? 0), 0),
  );
  const found = stores.flatMap(({ findings }: { findings: object }) => Object.values(findings));
  expect(found.reduce((all: number, count: number) => all + count, 0)).toBe(
    summary.errors + summary.warnings + summary.infos,
  );
});

test('an empty home is not an answer, and a file that cannot be judged exits 3', async () => {
  expect((await call('stats', { home: join(home, 'nobody') })).exit).toBe(2);
  const other = mkdtempSync(join(home, 'other-'));
  cpSync('fixtures/demo/fnord', join(other, '.fnord'), { recursive: true });
  symlinkSync('/', join(other, '.fnord/projects/harbor/conversations/out.json'));
  expect(await call('stats', { home: other })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('1 not judged'),
  });
});

test('Markdown and JSON cannot be asked for together, as in show', async () => {
  const { exit, stdout } = await call('stats --json --markdown', { home });
  expect(exit).toBe(2);
  expect(JSON.parse(stdout).error.message).toBe('only one of --markdown and --json can be given');
});
