import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const ID = '0a1b2c3d-0000-4000-8000-000000000001';
/** Made up; the form of a token of GitHub. */
const TOKEN = `ghp_${'aB3dE5fG7hJ9kL1mN3pQ'.repeat(2).slice(0, 36)}`;

function homeWithToken(): string {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  const record = {
    parentUuid: null,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: `Deploy with ${TOKEN} please` },
    uuid: '00000000-0000-4000-8000-00000000000a',
    sessionId: ID,
    cwd: join(home, 'app'),
    timestamp: '2026-05-04T09:30:00.000Z',
  };
  writeFileSync(join(folder, `${ID}.jsonl`), `${JSON.stringify(record)}\n`);
  return home;
}

test.each([
  ['through a pipe', 'list', {}],
  ['on a terminal', 'list', { terminal: 120 }],
  ['sorted', 'list --sort title', { terminal: 120 }],
  ['as JSON', 'list --json', {}],
] as const)('list --redact leaves secrets out of titles: %s', async (_, line, screen) => {
  const home = homeWithToken();
  expect((await call(line, { home, ...screen })).stdout).toContain(TOKEN);
  const { exit, stdout, stderr } = await call(`${line} --redact`, { home, ...screen });
  expect([exit, stdout]).toEqual([0, expect.stringContaining('Deploy with [secret 1: github-pat] please')]);
  expect(stdout).not.toContain(TOKEN);
  expect(stderr).toContain('convo: redacted: ');
});

test.each([
  ['through a pipe', 'list', {}],
  ['on a terminal', 'list', { terminal: 120 }],
  ['as JSON', 'list --json', {}],
] as const)('list --redact-also leaves home folders out: %s', async (_, line, screen) => {
  const home = homeWithToken();
  expect((await call(`${line} --json`, { home })).stdout).toContain(home);
  const { exit, stdout } = await call(`${line} --redact-also home`, { home, ...screen });
  expect([exit, stdout]).toEqual([0, expect.stringContaining('Deploy with [secret 1: github-pat] please')]);
  expect(stdout).not.toContain(home);
});

test('other lists refuse it', async () => {
  const home = homeWithToken();
  for (const other of ['--lost', '--agents'])
    for (const flag of ['--redact', '--redact-also'])
      expect(await call(`list ${other} ${flag}${flag === '--redact' ? '' : ' home'}`, { home })).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining(`${flag} is not for ${other}`),
      });
});
