import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../support/sampling.ts';
import { bareHome } from '../home-of-all.ts';

const ID = '019cb8a1-0a58-7c31-9e60-4d1c5a8fe201';
const CHILD = '019cb8a1-3168-7a02-8f17-77b2c1d0aa52';
const OLD = Date.UTC(2026, 2, 4, 9, 30);
const RECENT = Date.UTC(2026, 10, 20, 9, 30);

type Home = ReturnType<typeof bareHome>;

function write({ at }: Home, path: string, time: number, records: readonly object[]): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
  utimesSync(at(path), time / 1000, time / 1000);
}

function session(home: Home, folder: string, time: number): void {
  const common = { sessionId: ID, timestamp: new Date(time).toISOString(), cwd: '/srv/ada' };
  const asked = { type: 'user', uuid: '1', parentUuid: null, message: { role: 'user', content: 'Is the pump dry?' } };
  write(home, `.claude/${folder}/-srv-ada/${ID}.jsonl`, time, [{ ...common, ...asked }]);
  write(home, '.claude/settings.json', time, [{ cleanupPeriodDays: 100000 }]);
}

function rollout(home: Home, folder: string, time: number, id = ID, source: unknown = 'cli'): void {
  const timestamp = new Date(time).toISOString();
  const name = `rollout-${timestamp.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`;
  const payload = { id, timestamp, cwd: '/srv/ada', originator: 'codex_cli_rs', cli_version: '0.99.0', source };
  write(home, `.codex/${folder}/${name}`, time, [
    { timestamp, type: 'session_meta', payload },
    { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'Dig the beds' } },
  ]);
}

const spawned = { subagent: { thread_spawn: { parent_thread_id: ID, depth: 1 } } };

const STORES: Readonly<Record<string, (home: Home) => void>> = {
  'an active session with an old archived copy': (home) => {
    session(home, 'projects', RECENT);
    session(home, 'archive', OLD);
  },
  'a thread with an old rollout and a recent one': (home) => {
    rollout(home, 'sessions/2026/03/04', OLD);
    rollout(home, 'sessions/2026/11/20', RECENT);
  },
  'an old thread whose subagent went on': (home) => {
    rollout(home, 'sessions/2026/03/04', OLD);
    rollout(home, 'sessions/2026/11/20', RECENT, CHILD, spawned);
  },
};

describe.each(oneIn(2, Object.entries(STORES)))('--older-than leaves %s', (_, build) => {
  test.each(['archive', 'delete'])('%s', async (verb) => {
    const home = bareHome();
    build(home);
    const before = readdirSync(home.at('.'), { recursive: true });
    const none = 'convo: no conversation in scope is known to be older than 2026-08-23';
    for (const flag of ['--dry-run', '--yes'])
      expect(await home.convo(`${verb} --older-than 90d ${flag}`)).toMatchObject({
        exit: 0,
        stderr: expect.stringContaining(none),
      });
    expect(readdirSync(home.at('.'), { recursive: true })).toEqual(before);
    const { stdout } = await home.convo(`${verb} --older-than 1h --dry-run`);
    expect(stdout).toMatch(/would|is in the way/);
  });
});

test.each(Object.entries(STORES))('list --older-than leaves %s', async (_, build) => {
  const home = bareHome();
  build(home);
  const listed = async (age: string) =>
    JSON.parse((await home.convo(`list --older-than ${age} --json`)).stdout).conversations;
  expect(await listed('90d')).toEqual([]);
  expect(await listed('1h')).not.toEqual([]);
});

test('list --older-than leaves an old session with a recent archived copy, and archived ones with a recent session', async () => {
  const home = bareHome();
  session(home, 'projects', OLD);
  session(home, 'archive', RECENT);
  const listed = async (flags: string) =>
    JSON.parse((await home.convo(`list ${flags} --json`)).stdout).conversations.length;
  expect(await listed('--older-than 90d')).toBe(0);
  expect(await listed('--older-than 1h')).toBe(1);
  session(home, 'projects', RECENT);
  session(home, 'archive', OLD);
  expect(await listed('--archived --older-than 90d')).toBe(0);
  expect(await listed('--archived --older-than 1h')).toBe(1);
});

test('archive and restore --older-than go by the files of the side that they move', async () => {
  const home = bareHome();
  rollout(home, 'sessions/2026/03/04', OLD);
  rollout(home, 'sessions/2026/03/05', OLD + 86_400_000);
  const archived = await home.convo('archive --older-than 90d --yes');
  expect(archived).toMatchObject({ exit: 0, stdout: expect.stringContaining('1 changed') });
  expect(readdirSync(home.at('.codex/archived_sessions'))).toHaveLength(2);
  const restored = await home.convo('restore --older-than 90d --yes');
  expect(restored).toMatchObject({ exit: 0, stdout: expect.stringContaining('1 changed') });
});

test('archive --older-than chooses an old session with a later copy in the archive, and says what is in the way', async () => {
  const home = bareHome();
  session(home, 'projects', OLD);
  session(home, 'archive', RECENT);
  expect((await home.convo('archive --older-than 90d --yes')).stdout).toContain('is in the way');
});

test('two rollouts of one name are archived by no run, and a dry run says so too', async () => {
  const home = bareHome();
  rollout(home, 'sessions/2026/03/04', OLD);
  rollout(home, 'sessions/2026/03/05', OLD);
  for (const flag of ['--dry-run', '--yes'])
    expect(await home.convo(`archive ${ID} ${flag}`), flag).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('has two files that would both become archived_sessions/rollout-'),
    });
});
