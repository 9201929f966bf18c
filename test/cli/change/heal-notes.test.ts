import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { copyTree } from '../../support/folders.ts';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));

test.each([
  [
    'pi',
    '.pi/agent',
    'PI205-a-content-is-no-list',
    '1 message whose content was null or missing, and is now an empty list',
  ],
  [
    'gemini',
    '.gemini',
    'GM009-a-file-without-content-takes-the-session',
    'It counts as a conversation, and nothing was said in it',
  ],
])('a heal of %s says what it means for the person', async (kind, folder, fixture, note) => {
  const home = emptyHome();
  copyTree(join(FIXTURES, kind, fixture, 'before'), join(home, folder), { times: true });
  expect((await call('heal --dry-run', { home })).stdout).toContain(note);
});

test.each([
  ['qwen', '.qwen', 'QW105-nul-bytes-are-in-a-line'],
  ['gemini', '.gemini', 'GM104-nul-bytes-are-in-the-place-of'],
  ['copilot', '.copilot', 'CP105-nul-bytes-are-in-a-line'],
  ['pi', '.pi/agent', 'PI105-nul-bytes-are-in-a-record'],
  ['codex', '.codex', 'CX013-nul-bytes'],
])('a heal of NUL bytes of %s shows these alone, and not the line around them', async (kind, folder, fixture) => {
  const home = emptyHome();
  copyTree(join(FIXTURES, kind, fixture, 'before'), join(home, folder), { times: true });
  const { stdout } = await call('heal --dry-run', { home });
  expect(stdout.match(/^ +[-+] .*/gm)).toEqual([expect.stringMatching(/^ +- \\u0000 × \d+$/)]);
});

test('a heal of a consequence alone names the cause that --only passes over, and the command for both', async () => {
  const home = emptyHome();
  const root = join(home, '.claude');
  copyTree(join(FIXTURES, 'claude/CL006-several-whole-records-are-one/before'), root, { times: true });
  const { exit, stdout } = await call('heal --only CL212 --dry-run', { home });
  expect(exit).toBe(1);
  expect(stdout).toContain('; it follows from CL006, which --only passes over [CL212]');
  const [, way = ''] = /next: convo (.*)/.exec(stdout) ?? [];
  expect(way).toMatch(/^heal [0-9a-f-]{36} --only CL006,CL212 --dry-run$/);
  expect(await call(way, { home })).toMatchObject({ exit: 0, stdout: expect.stringContaining('1 to change') });
});
