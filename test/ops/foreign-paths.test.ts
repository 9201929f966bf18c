import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isWindowsPath, rebasedPath } from '../../src/model/path.ts';
import { call } from '../cli/call.ts';
import { emptyHome } from '../cli/demo-home.ts';

test.each([
  ['C:\\Users\\ada\\garden', 'C:\\Users\\ada\\garden', '/g'],
  ['c:\\Users\\ada\\garden\\shed', 'C:\\Users\\ada\\garden', '/g/shed'],
  ['C:/Users/ada/garden/shed', 'C:\\Users\\ada\\garden', '/g/shed'],
  ['C:\\Users\\ada\\garden2', 'C:\\Users\\ada\\garden', null],
  ['\\\\wsl$\\Ubuntu\\home\\ada\\x', '\\\\wsl$\\Ubuntu\\home\\ada', '/g/x'],
  ['\\\\server\\share\\x', '\\\\server\\other', null],
  ['/mnt/c/Users/ada/x', '/mnt/c/Users/ada', '/g/x'],
  ['/home/a\\b', '/home/a', null],
])('%s below %s', (path, from, to) => expect(rebasedPath(path, { from, to: '/g' })).toBe(to));

test('a relative path, a file: and one of POSIX are none of Windows', () => {
  for (const path of ['C:x', 'cc:/x', '/mnt/c/x', '\\x', '', 'file:/x']) expect(isWindowsPath(path)).toBe(false);
});

test('sessions of Windows follow their project to this system, and undo brings them back', async () => {
  const home = emptyHome();
  const garden = join(home, 'garden');
  mkdirSync(garden);
  const projects = join(home, '.claude/projects');
  put(projects, 'C--Users-ada-garden', '11111111-1111-4111-8111-111111111111', 'C:\\Users\\ada\\garden');
  put(projects, 'c--Users-ada-garden', '22222222-2222-4222-8222-222222222222', 'c:\\Users\\ada\\garden\\shed');
  const resumed = await call(['resume', '1111'], { home });
  expect(resumed.stderr).toContain('C:\\Users\\ada\\garden, a folder of Windows that cannot be here');
  const gone = await call(['why', '1111', '--json'], { home });
  expect(gone.stdout).toContain('project-moved');
  const done = await call(['rehome', 'C:\\Users\\ada\\garden\\', garden, '--yes'], { home });
  expect([done.exit, done.stdout]).toEqual([0, expect.stringContaining('2 changed')]);
  const folder = garden.replace(/[^A-Za-z0-9]/g, '-');
  const after = readdirSync(join(projects, folder)).map((name) => cwdOf(join(projects, folder, name)));
  expect(after.sort()).toEqual([garden, `${garden}/shed`]);
  expect((await call(['undo', '--yes'], { home })).exit).toBe(0);
  expect(readdirSync(join(projects, 'C--Users-ada-garden'))).toEqual(['11111111-1111-4111-8111-111111111111.jsonl']);
});

function put(projects: string, folder: string, id: string, cwd: string): void {
  mkdirSync(join(projects, folder), { recursive: true });
  const record = { parentUuid: null, type: 'user', message: { role: 'user', content: 'Plant' }, uuid: id, cwd };
  const path = join(projects, folder, `${id}.jsonl`);
  writeFileSync(path, `${JSON.stringify({ ...record, sessionId: id, timestamp: '2026-11-01T08:00:00.000Z' })}\n`);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}

function cwdOf(path: string): string {
  return JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '').cwd;
}
