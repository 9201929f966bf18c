import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6';

function homeWithSession(): string {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-home-ada-app');
  mkdirSync(folder, { recursive: true });
  const message = { role: 'user', content: 'Which lamp is lit first?' };
  const record = { parentUuid: null, type: 'user', uuid: 'a', sessionId: ID, cwd: '/home/ada/app', message };
  writeFileSync(
    join(folder, `${ID}.jsonl`),
    `${JSON.stringify({ ...record, timestamp: '2026-11-01T09:00:00.000Z' })}\n`,
  );
  return home;
}

test.each(['list', `show ${ID}`, `show ${ID} --markdown`, `show ${ID} --html`, 'report --html'])(
  '%s names a project by its working folder, not by its folder in the store',
  async (line) => {
    const { stdout } = await call(line, { home: homeWithSession() });
    expect(stdout).toContain('/home/ada/app');
    expect(stdout.replaceAll(/\.claude\/projects\/-home-ada-app/g, '')).not.toContain('-home-ada-app');
  },
);
