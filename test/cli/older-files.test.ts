import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6';

function session(path: string, time: string): void {
  const message = { role: 'user', content: 'Which lamp is lit first?' };
  const record = { parentUuid: null, type: 'user', uuid: 'a', sessionId: ID, cwd: '/home/ada/app', message };
  writeFileSync(path, `${JSON.stringify({ ...record, timestamp: time })}\n`);
  utimesSync(path, new Date(time), new Date(time));
}

test('a conversation with an old archived file and a recent one is recent, in every command', async () => {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-home-ada-app');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${ID}.jsonl`);
  session(path, '2025-01-01T09:00:00.000Z');
  expect((await call(`archive ${ID}`, { home })).exit).toBe(0);
  const counted = async (age: string) => {
    const listed = JSON.parse((await call(`list --all --older-than ${age} --json`, { home })).stdout).conversations;
    const { stores } = JSON.parse((await call(`stats --older-than ${age} --json`, { home })).stdout);
    const counts = stores.map(({ conversations }: { conversations: number }) => conversations);
    return [listed.length, counts.reduce((sum: number, count: number) => sum + count, 0)];
  };
  expect(await counted('90d')).toEqual([1, 1]);
  session(path, '2026-11-19T09:00:00.000Z');
  expect(await counted('90d')).toEqual([0, 0]);
  expect(await counted('0d')).toEqual([2, 2]);
});
