import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { copyTree } from '../io/support/folders.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const DEMO = fileURLToPath(new URL('../../fixtures/demo/claude/projects', import.meta.url));

test('where `projects` is a link to a synced folder, every command that finds nothing names the one that lists what is there', async () => {
  const home = emptyHome();
  const synced = join(home, 'synced');
  copyTree(DEMO, synced);
  mkdirSync(join(home, '.claude'));
  symlinkSync(synced, join(home, '.claude/projects'));
  const way = `convo list ${synced}`;
  expect((await call([], { home })).stdout).toContain(`A link points out of the store\n  \`${way}\``);
  expect((await call(['list'], { home })).stderr).toContain(`  \`${way}\` lists what is there\n`);
  expect((await call(['verify'], { home, terminal: 80, vars: { NO_COLOR: '1' } })).stdout).toContain(
    `  help: ${way}\n`,
  );
  expect((await call(['verify', '--json'], { home })).stdout).toContain(`"actual":${JSON.stringify(synced)}`);
  const listed = await call(way.split(' ').slice(1), { home });
  expect([listed.exit, listed.stdout]).toEqual([0, expect.stringContaining('7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6')]);
});
