import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '3a000000-0000-4000-8000-000000000001';

function homeWith(): { readonly home: string; readonly file: string } {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-app');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${ID}.jsonl`);
  const record = { type: 'user', message: { role: 'user', content: 'Question?' }, uuid: 'u', parentUuid: null };
  const about = { sessionId: ID, cwd: '/srv/app', timestamp: '2026-01-05T00:00:00.000Z' };
  writeFileSync(file, `${JSON.stringify({ ...record, ...about })}\n`, { mode: 0o600 });
  return { home, file };
}

test('a session that gzip compressed is an error where it is the only copy, and gunzip is the way on', async () => {
  const { home, file } = homeWith();
  const packed = gzipSync(readFileSync(file));
  writeFileSync(`${file}.gz`, packed, { mode: 0o600 });
  const beside = await call('verify --all', { home });
  expect(beside.stdout).toContain('CL309');
  expect(beside.stdout).not.toContain('CL219');
  rmSync(file);
  const { exit, stdout } = await call('verify', { home, terminal: 200 });
  expect([exit, stdout]).toEqual([
    1,
    expect.stringMatching(/CL219[\s\S]*compressed by gzip[\s\S]*gunzip .*\.jsonl\.gz/),
  ]);
  expect((await call('list --hidden', { home, terminal: 120, vars: { NO_COLOR: '1' } })).stdout).toContain(
    '[hidden: compressed] [gzip of 3a000000]',
  );
  const why = (await call('why 3a000000', { home })).stdout;
  expect(why).toContain('gzip compressed it');
  expect(why).toContain(`gunzip ${file}.gz`);
  expect(why).not.toContain('convo fork');
  expect((await call('fork 3a000000 --dry-run', { home })).stdout).toContain('is compressed by gzip');
  writeFileSync(`${file}.gz`, 'no gzip', { mode: 0o600 });
  expect((await call('verify --all', { home })).stdout).not.toContain('CL219');
});

test('of one that kept its name, gunzip -c prints it', async () => {
  const { home, file } = homeWith();
  writeFileSync(file, gzipSync(readFileSync(file)), { mode: 0o600 });
  const { stdout } = await call('verify', { home, terminal: 200 });
  expect(stdout).toMatch(/CL219[\s\S]*gunzip -c .*\.jsonl/);
  expect(stdout).not.toContain('show ');
});
