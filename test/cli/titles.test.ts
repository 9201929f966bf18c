import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { bareHome, homeOf } from './home-of-all.ts';

/** Its first line is two records, so its program has no title for it. */
const ID = '7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6';
const ASKED = 'Write the price list for the winter.';
const FILE = `.claude/projects/-home-ben-quay/${ID}.jsonl`;

test('a session without a title is called by its first question in stats, reports and completions', async () => {
  const { convo, home } = homeOf(['claude']);
  expect((await convo('stats')).stdout).toMatch(new RegExp(`${ID} +Write the price list`));
  const { stores } = JSON.parse((await convo('stats --json')).stdout);
  expect(stores[0].largest).toContainEqual(expect.objectContaining({ id: ID, title: null, asked: ASKED }));
  expect((await convo('report --html')).stdout).toContain(ASKED);
  const { stdout } = await call(['__complete', 'rename', ''], { home });
  expect(stdout).toContain(`${ID}\t${ASKED}\n`);
});

test('a session without a title is called by its first question where it is unpacked or restored', async () => {
  const { convo, at } = homeOf(['claude']);
  await convo(`pack ${ID} --output ${at('one.tar')}`);
  await convo(`keep ${at('kept')} --all`);
  rmSync(at(FILE));
  expect((await convo(`unpack ${at('one.tar')} --dry-run`)).stdout).toContain(ASKED);
  expect((await convo(`restore ${ID} --from ${at('kept')} --dry-run`)).stdout).toContain(ASKED);
});

test('a session without a title is called by its first question to an agent', async () => {
  const { convo } = homeOf(['claude']);
  const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const tool = (id: number, name: string, given: object) => ({
    id,
    method: 'tools/call',
    params: { name, arguments: given },
  });
  const messages = [
    { id: 1, method: 'initialize', params: about },
    { method: 'notifications/initialized' },
    tool(2, 'list_conversations', {}),
    tool(3, 'read_conversation', { id: ID }),
  ];
  const text = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const stdin = Object.assign(Readable.from([text]), { isTTY: false });
  const answers = (await convo('mcp --all-projects', { over: { stdin } })).stdout.trim().split('\n');
  const named = { id: ID, title: ASKED };
  const [list, read] = [2, 3].map(
    (id) => answers.map((line) => JSON.parse(line)).find((each) => each.id === id).result,
  );
  expect(list.structuredContent.conversations).toContainEqual(expect.objectContaining(named));
  expect(read.structuredContent.conversation).toMatchObject(named);
});

/** Ways in which editors, shells and `jq` write a file again. */
const FORMS: readonly (readonly [string, (records: readonly object[]) => Buffer])[] = [
  ['in UTF-16', (records) => Buffer.from(`\ufeff${linesOf(records)}`, 'utf16le')],
  ['in UTF-16 without its mark', (records) => Buffer.from(linesOf(records), 'utf16le')],
  ['as a list', (records) => Buffer.from(JSON.stringify(records))],
  ['as a list over several lines', (records) => Buffer.from(JSON.stringify(records, null, 2))],
];

function linesOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

test.each(FORMS)('a session written %s is listed by its question and its folder', async (_, written) => {
  const { convo, at } = bareHome();
  const id = '11111111-2222-4333-8444-555555555555';
  const timestamp = '2026-11-01T10:00:00.000Z';
  const own = { sessionId: id, cwd: '/srv/gone/rose', timestamp };
  const claude = [
    { type: 'user', uuid: 'u1', parentUuid: null, ...own, message: { role: 'user', content: 'How deep do leeks go?' } },
    { type: 'assistant', uuid: 'u2', parentUuid: 'u1', ...own, message: { role: 'assistant', content: 'Deep.' } },
  ];
  mkdirSync(at('.claude/projects/-srv-gone-rose'), { recursive: true });
  writeFileSync(at(`.claude/projects/-srv-gone-rose/${id}.jsonl`), written(claude));
  const thread = '019a4e33-e458-796b-8f2b-6536887907e4';
  const meta = { id: thread, timestamp, cwd: '/srv/gone/rose', originator: 'codex_cli_rs', cli_version: '0.1.0' };
  const codex = [
    { timestamp, type: 'session_meta', payload: meta },
    { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'How deep do leeks go?' } },
  ];
  mkdirSync(at('.codex/sessions/2026/11/01'), { recursive: true });
  writeFileSync(at(`.codex/sessions/2026/11/01/rollout-2026-11-01T10-00-00-${thread}.jsonl`), written(codex));
  const { conversations } = JSON.parse((await convo('list --all --json')).stdout) as {
    conversations: { kind: string; title: string | null; asked: string | null; cwd: string | null }[];
  };
  const named = conversations.map(({ kind, title, asked, cwd }) => [kind, title ?? asked, cwd]);
  expect(named).toEqual([
    ['claude', 'How deep do leeks go?', '/srv/gone/rose'],
    ['codex', 'How deep do leeks go?', '/srv/gone/rose'],
  ]);
});
