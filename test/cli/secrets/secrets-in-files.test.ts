import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const ID = '11111111-2222-4333-8444-555555555501';
const THREAD = '019a4e33-e458-76ad-87c0-bbbd24ab36b2';
const FOLDER = '.claude/projects/-srv-ada';
const SESSION = `${FOLDER}/${ID}.jsonl`;
const ROLLOUT = `.codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-${THREAD}.jsonl`;
const timestamp = '2026-11-20T10:00:00.000Z';
/** Made here, so that no scanner takes it for a leak. */
const TOKEN = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const record = (n: number, rest: object) =>
  JSON.stringify({
    ...{ parentUuid: n === 1 ? null : uuid(n - 1), isSidechain: false, uuid: uuid(n), sessionId: ID },
    ...{ cwd: '/srv/ada', gitBranch: 'main', timestamp, version: '2.1.0', ...rest },
  });
const asked = record(1, { type: 'user', message: { role: 'user', content: 'Look at it' } });
const answered = record(2, {
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text: 'Done' }] },
});
const line = (type: string, payload: object) => JSON.stringify({ timestamp, type, payload });
const opening = line('session_meta', { id: THREAD, timestamp, cwd: '/srv/ada', originator: 'x', cli_version: '0.5' });

function homeWith(files: Readonly<Record<string, readonly string[]>>): string {
  const home = emptyHome();
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), `${lines.join('\n')}\n`);
  }
  return home;
}

const result = (toolUseResult: object) =>
  record(3, {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
    toolUseResult,
  });

const PLACES: readonly (readonly [place: string, path: string, line: string])[] = [
  ['toolUseResult.stderr', SESSION, result({ stderr: `export GITHUB_TOKEN=${TOKEN}` })],
  ['toolUseResult.structuredPatch.lines', SESSION, result({ structuredPatch: [{ lines: [' a', `+ ${TOKEN}`] }] })],
  ['branch', SESSION, record(3, { type: 'system', content: 'x', gitBranch: `fix/${TOKEN}` })],
  ['cwd', SESSION, record(3, { type: 'system', content: 'x', cwd: `/srv/${TOKEN}` })],
  ['title', SESSION, JSON.stringify({ type: 'summary', summary: TOKEN, leafUuid: uuid(9) })],
  ['prUrl', SESSION, JSON.stringify({ type: 'pr-link', prUrl: `https://x.example/${TOKEN}`, sessionId: ID })],
  ['payload.stderr', ROLLOUT, line('event_msg', { type: 'exec_command_end', call_id: 'c', stderr: TOKEN })],
  ['payload.base_instructions.text', ROLLOUT, line('session_meta', { base_instructions: { text: TOKEN } })],
  ['text', SESSION, `{"type":"user","message":{"content":"${TOKEN}`],
];

describe('a secret that no message has is found', () => {
  test.each(PLACES)('in %s, with its file and line', async (place, path, said) => {
    const lines = path === SESSION ? [asked, answered, said] : [opening, said];
    const home = homeWith({ [path]: lines });
    const { exit, stdout, stderr } = await call('secrets', { home });
    expect(exit).toBe(1);
    const [first] = stdout.split('\n');
    expect(first).toBe(`${join(home, path)}:${lines.length}: ${place}: github-pat, 40 characters`);
    expect(stderr).not.toContain(TOKEN);
    const [one] = JSON.parse((await call('secrets --json', { home })).stdout).secrets;
    expect(one).toMatchObject({ index: null, where: place, file: join(home, path), line: lines.length });
  });

  test('in a file beside a session, and in reports for a CI', async () => {
    const meta = `${FOLDER}/${ID}/subagents/agent-a1.meta.json`;
    const home = homeWith({
      [SESSION]: [asked, answered],
      [`${FOLDER}/${ID}/subagents/agent-a1.jsonl`]: [record(1, { type: 'user', isSidechain: true, agentId: 'a1' })],
      [meta]: ['{', ` "description": "with ${TOKEN}"`, '}'],
    });
    const { stdout } = await call('secrets', { home });
    expect(stdout).toContain(`${join(home, meta)}:2: description: github-pat`);
    const { stdout: github } = await call('secrets --report github', { home });
    expect(github).toContain('.meta.json,line=2,');
    const { runs } = JSON.parse((await call('secrets --report sarif', { home })).stdout);
    expect(runs[0].results[0].locations[0].physicalLocation.region).toEqual({ startLine: 2 });
  });

  test('beside a message that has it, without its own line', async () => {
    const said = record(3, { type: 'user', message: { role: 'user', content: TOKEN }, toolUseResult: { a: TOKEN } });
    const { stdout } = await call('secrets', { home: homeWith({ [SESSION]: [asked, answered, said] }) });
    expect(stdout).toBe(`${ID}:2:user: github-pat, 40 characters\n`);
  });
});

test('what is harmless in the same places is none', async () => {
  const none = PLACES.map(([, path, said]) => [path, said.replaceAll(TOKEN, 'octocat')] as const);
  const home = homeWith({
    [SESSION]: [asked, answered, ...none.flatMap(([path, said]) => (path === SESSION ? said : []))],
    [ROLLOUT]: [opening, ...none.flatMap(([path, said]) => (path === ROLLOUT ? said : []))],
  });
  expect(await call('secrets', { home })).toMatchObject({ exit: 0, stdout: '' });
});

test('a folder with the name of a session is not searched, and does not count', async () => {
  const home = homeWith({ [SESSION]: [asked, answered] });
  mkdirSync(join(home, FOLDER, `${ID.replace('1', '2')}.jsonl`));
  const { exit, stderr } = await call('secrets', { home });
  expect(exit).toBe(3);
  expect(stderr).toContain('no secrets in 1 conversation\n');
});
