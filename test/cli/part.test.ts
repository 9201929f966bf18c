import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PlacedFinding, VerifySummary } from '../../src/model/finding.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';

interface Told {
  readonly exit: number;
  readonly stderr: string;
  readonly findings: readonly PlacedFinding[];
  readonly summary: VerifySummary;
}

async function verify(home: string, words = ''): Promise<Told> {
  const { exit, stdout, stderr } = await call(`verify --json ${words}`.trim(), { home });
  return { exit, stderr, ...JSON.parse(stdout) };
}

/** A folder with a copy of the demo of every kind, and of a session of Claude Code. */
function stores(): string {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-part-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const kind of ['fnord', 'tenex', 'rao'])
    cpSync(join('fixtures/demo', kind), join(folder, kind), { recursive: true });
  return folder;
}

const inOrder = (findings: readonly PlacedFinding[]) =>
  findings.map(({ code, path, fingerprint, message }) => `${path} ${code} ${fingerprint} ${message}`).sort();

describe.each(['fnord', 'tenex', 'rao'])('shards of a %s store', (kind) => {
  test.each(oneIn(3, [1, 2, 7], kind.length))(
    '%i of them have together what the whole has, each finding once',
    async (of) => {
      const root = `--root ${join(stores(), kind)}`;
      const whole = await verify('/nowhere', root);
      const shards: Told[] = [];
      for (let index = 1; index <= of; index++) shards.push(await verify('/nowhere', `${root} --shard ${index}/${of}`));
      expect(inOrder(shards.flatMap(({ findings }) => findings))).toEqual(inOrder(whole.findings));
      for (const key of ['conversations', 'files', 'bytes', 'errors', 'warnings', 'infos', 'unjudged'] as const)
        expect(
          shards.reduce((sum, { summary }) => sum + summary[key], 0),
          key,
        ).toBe(whole.summary[key]);
    },
  );
});

test('a part of a store that has nothing in it is done, and says so; an empty store is not', async () => {
  const home = demoHome();
  const none = await verify(home, '--changed-since 2999-01-01');
  expect(none).toMatchObject({ exit: 0, findings: [], summary: { conversations: 0, files: 0 } });
  expect(none.stderr).toContain('nothing was looked at');
  for (const words of ['--shard 1/2', '--sample 5%', '--changed-since 2d'])
    expect((await call(`verify ${words} --root ${emptyHome()} --kind fnord`)).exit, words).toBe(2);
});

test('of two roots, an empty one fails every shard', async () => {
  const folder = stores();
  const empty = join(emptyHome(), '.fnord');
  cpSync('fixtures/fnord/store/settings.json', join(empty, 'settings.json'));
  cpSync('fixtures/fnord/store/settings.json', join(empty, 'projects/none/settings.json'));
  const exits = [];
  for (const shard of ['1/2', '2/2'])
    exits.push(
      (await call(`verify --exit-zero --root ${join(folder, 'fnord')} --root ${empty} --shard ${shard}`)).exit,
    );
  expect(exits).toEqual([2, 2]);
});

test('a sample is the same every time, and a larger one contains it', async () => {
  const root = `--root ${join(stores(), 'fnord')}`;
  const seen = async (share: string) => inOrder((await verify('/nowhere', `${root} --sample ${share}`)).findings);
  const [half, again, more, all] = [await seen('50%'), await seen('50%'), await seen('80%'), await seen('100%')];
  expect(again).toEqual(half);
  expect(half.length).toBeGreaterThan(0);
  expect(all.length).toBeGreaterThan(half.length);
  expect(more).toEqual(expect.arrayContaining(half));
  expect(all).toEqual(expect.arrayContaining(more));
});

const HARBOR = '.fnord/projects/harbor/conversations';

test('since a time: what was saved then or later', async () => {
  const home = demoHome();
  const age = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) age(path);
      utimesSync(path, 1_700_000_000, 1_700_000_000);
    }
  };
  age(home);
  expect((await verify(home, '--changed-since 2024-01-01')).summary.conversations).toBe(0);
  expect((await verify(home, '--changed-since 2023-11-01')).summary.conversations).toBe(10);
  const [name = ''] = readdirSync(join(home, HARBOR));
  utimesSync(join(home, HARBOR, name), 1_750_000_000, 1_750_000_000);
  const { summary, findings } = await verify(home, '--changed-since 2024-01-01');
  expect(summary.conversations).toBe(1);
  expect(new Set(findings.map(({ id }) => id))).toEqual(new Set([name.replace('.json', '')]));
});

test('since a commit: what differs from it, and what git does not track', async () => {
  const home = demoHome();
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', home, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { stdio: 'pipe' });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  expect((await verify(home, '--changed-since HEAD')).summary.conversations).toBe(0);
  const path = join(home, HARBOR, 'a1f3e5d7-c9b8-4a76-8543-210fedcba987.json');
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
  const changed = await verify(home, '--changed-since HEAD');
  expect(changed.summary.conversations).toBe(1);
  expect(changed.findings.map(({ code }) => code)).toContain('FN022');
  const [other = ''] = readdirSync(join(home, HARBOR)).filter((name) => !path.endsWith(name));
  writeFileSync(
    join(home, HARBOR, '11111111-2222-4333-8444-555555555555.json'),
    readFileSync(join(home, HARBOR, other)),
  );
  expect((await verify(home, '--changed-since HEAD')).summary.conversations).toBe(2);
  expect(await call('verify --changed-since nosuch', { home })).toMatchObject({ exit: 2, stdout: '' });
  expect((await call('verify --changed-since --output=x', { home })).exit).toBe(2);
});

test('a store in no repository has no commit to compare with', async () => {
  expect((await call('verify --changed-since HEAD', { home: demoHome() })).stderr).toContain('not in a git repository');
});

test.each(['--shard 0/2', '--shard 3/2', '--shard 1', '--sample 5', '--sample 0%', '--sample 101%'])(
  '%s is a usage error',
  async (words) => {
    expect((await call(`verify ${words}`, { home: demoHome() })).exit).toBe(2);
  },
);

test('a flag that needs all of the stores is refused with a part of them', async () => {
  const home = demoHome();
  await call(`seal --output ${join(home, 's')}`, { home });
  for (const words of ['--shard 1/2', '--sample 5%', '--changed-since 2d', '--project harbor'])
    expect((await call(`verify --against ${join(home, 's')} ${words}`, { home })).exit, words).toBe(2);
  const update = `verify --baseline ${join(home, 'b')} --update-baseline --shard 1/2`;
  expect((await call(update, { home })).exit).toBe(2);
});
