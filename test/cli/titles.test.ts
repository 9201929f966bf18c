import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { homeOf } from './home-of-all.ts';

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
