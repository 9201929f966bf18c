import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { homeOf } from '../home-of-all.ts';

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
  test.each(oneIn(2, PLACES))('in %s, with its file and line', async (place, path, said) => {
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

describe('a secret in a file that conversations share is found where a pack hands it on', () => {
  const INDEX = '.codex/session_index.jsonl';
  const OTHER = THREAD.replace('019a', '019b');
  const named = (id: string, rest: object) =>
    JSON.stringify({ id, thread_name: 'Pears', updated_at: timestamp, ...rest });
  const packed = async (home: string, words: string) => {
    const tar = join(home, 'a.tar');
    expect((await call(`pack ${words} --force --output ${tar}`.replace('  ', ' '), { home })).exit).toBe(0);
    return readFileSync(tar).includes(TOKEN);
  };

  test('in a member of an entry, once, and with the id of its conversation alone', async () => {
    const lines = [named(OTHER, {}), named(THREAD, { note: TOKEN }), named(THREAD, {})];
    const home = homeWith({
      [ROLLOUT]: [opening],
      [ROLLOUT.replace(THREAD, OTHER)]: [opening.replaceAll(THREAD, OTHER)],
      [INDEX]: lines,
    });
    const place = `${join(home, INDEX)}:2: note: github-pat, 40 characters\n`;
    for (const words of ['', THREAD]) {
      expect((await call(`secrets ${words}`.trim(), { home })).stdout).toBe(place);
      expect(await packed(home, words)).toBe(true);
    }
    expect((await call(`secrets ${OTHER}`, { home })).stdout).toBe('');
    expect(await packed(home, OTHER)).toBe(false);
    const { secrets } = JSON.parse((await call('secrets --json', { home })).stdout);
    expect(secrets).toMatchObject([{ id: THREAD, index: null, file: join(home, INDEX), line: 2 }]);
  });

  test('in an entry of no conversation, which a pack of all hands on', async () => {
    const home = homeWith({ [ROLLOUT]: [opening], [INDEX]: [named(OTHER, { thread_name: TOKEN })] });
    const { exit, stdout, stderr } = await call('secrets', { home });
    expect({ exit, stdout }).toEqual({
      exit: 1,
      stdout: `${join(home, INDEX)}:1: thread_name: github-pat, 40 characters\n`,
    });
    expect(stderr).toContain('1 secret in 0 conversations and 1 file that conversations share (1 searched whole)');
    expect(await packed(home, '')).toBe(true);
    expect((await call(`secrets ${THREAD}`, { home })).exit).toBe(0);
    expect(await packed(home, THREAD)).toBe(false);
  });

  test('not twice where it is a name that was told', async () => {
    const home = homeWith({ [ROLLOUT]: [opening], [INDEX]: [named(THREAD, { thread_name: TOKEN })] });
    expect((await call('secrets', { home })).stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  test('in an index that is one document', async () => {
    const { convo, at } = homeOf(['tenex']);
    const path = at('work/.tenex/conversations/metadata.json');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('"phase": "verification"', `"phase": "verification", "note": "${TOKEN}"`),
    );
    expect((await convo('secrets')).stdout).toBe(
      '.tenex/conversations/metadata.json:8: conversations.note: github-pat, 40 characters\n',
    );
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
