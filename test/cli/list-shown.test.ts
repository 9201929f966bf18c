import { mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, NOW } from './call.ts';
import { bareHome, homeOf } from './home-of-all.ts';

const ID = 'b3f8a2d7-914e-4c06-b5e1-72c8d06a94fe';
const DAY = 86_400;
const SCREEN = { terminal: 100, vars: { NO_COLOR: '1' } };

/** Begins with a session of the demo that was begun in May, in a file of `days` ago. */
function homeWithTime(days: number) {
  const made = homeOf(['claude']);
  const time = NOW / 1000 - days * DAY;
  utimesSync(made.at(`.claude/projects/-home-ben-quay/${ID}.jsonl`), time, time);
  return made;
}

test('--older-than shows the time that it goes by', async () => {
  const { convo } = homeWithTime(10);
  const { stdout } = await convo('list --older-than 9d', SCREEN);
  expect(stdout).toMatch(/^id +active /m);
  expect(stdout).toMatch(/^b3f8a2d7 +10 days ago/m);
  expect((await convo('list --older-than 9d')).stdout).toMatch(/\t2026-11-11 12:00:00\t/);
  expect((await convo('list', SCREEN)).stdout).toMatch(/^id +time /m);
  const timesIn = async (line: string) =>
    JSON.parse((await convo(line)).stdout)
      .conversations.filter(({ id }: { id: string }) => id === ID)
      .map(({ timestamp }: { timestamp: number }) => timestamp);
  expect(await timesIn('list --older-than 9d --json')).toEqual(await timesIn('list --json'));
});

test('a title of 10,000 letters is whole in JSON, 200 letters through a pipe, and cut on a terminal', async () => {
  const { convo, at } = homeOf(['claude']);
  const file = at(`.claude/projects/-home-ben-quay/${ID}.jsonl`);
  const title = `Long ${'berth '.repeat(1666)}end`;
  writeFileSync(
    file,
    `${readFileSync(file, 'utf8')}${JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: ID })}\n`,
  );
  expect((await convo('list --json')).stdout).toContain(title);
  const [line] = /Long berth.*/.exec((await convo('list')).stdout) ?? [];
  expect(line).toBe(`${title.slice(0, 199)}…`);
  for (const line of (await convo('list', SCREEN)).stdout.split('\n')) expect(line.length).toBeLessThan(101);
});

describe('folders of projects that are beside each other', () => {
  test('are one store in a list, each by its folder', async () => {
    const { at, work } = bareHome();
    mkdirSync(at('kept'));
    for (const n of [1, 2]) {
      const { at: from } = homeOf(['claude']);
      const folder = from('.claude/projects/-home-ben-quay');
      const file = join(folder, `${ID}.jsonl`);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/home/ben/quay', `/home/ben/quay${n}`));
      renameSync(folder, at(`kept/-home-ben-quay${n}`));
    }
    const { stdout } = await call(`list ${at('kept')}`, { home: at('.'), cwd: work, ...SCREEN });
    expect(stdout.match(/^.*claude {2}.*kept.*$/gm)).toHaveLength(1);
    for (const n of [1, 2]) expect(stdout).toContain(`/home/ben/quay${n} (gone)`);
  });
});

test('verify heads findings by the short id, the title and the folder, with ~ for the home', async () => {
  const { convo, at } = homeOf(['claude']);
  const file = at('.claude/projects/-home-ben-quay/7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/home/ben/quay', at('src/app')));
  const { stdout } = await convo('verify 7e905b3a', SCREEN);
  expect(stdout).toMatch(/7e905b3a {2}Write the price l.* {2}~\/src\/app\b/);
  expect(JSON.parse((await convo('verify --json')).stdout).findings[0]).not.toHaveProperty('folder');
});

test('no change names a folder by its path with dashes, with a title or without', async () => {
  const { convo } = homeOf(['claude']);
  for (const line of ['heal --dry-run', 'heal 7e905b3a', 'undo', 'redo']) {
    const { stdout } = await convo(line, SCREEN);
    expect(stdout).toContain('7e905b3a');
    expect(stdout).not.toMatch(/ in -home/);
  }
});
