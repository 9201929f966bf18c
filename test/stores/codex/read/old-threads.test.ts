import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tree } from '../../../support/real-tree.ts';
import { convo } from '../home.ts';

const ID = '019a4e33-e458-7610-88eb-dbddc4158897';
const TIME = '2025-06-11T22:10:57.000Z';

const said = (role: string, text: string) => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
});

function homeWith(records: readonly object[], time: string): string {
  const root = tree();
  const path = join(root, `sessions/${time.slice(0, 10).replaceAll('-', '/')}/rollout-${time}-${ID}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return root;
}

const OLD = [
  { id: ID, timestamp: TIME, instructions: null },
  { record_type: 'state' },
  said('user', '<environment_context><cwd>/srv/ada</cwd></environment_context>'),
  said('user', 'How deep do leek seeds go?'),
  { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' },
  { type: 'function_call_output', call_id: 'c1', output: 'beds.txt' },
  said('assistant', 'About one centimetre.'),
];

test('a thread of 2025 is listed under its question and shown, though no program reads it', async () => {
  const root = homeWith(OLD, '2025-06-11T22-10-57');
  const { conversations } = await convo(root, 'list --hidden');
  expect(conversations.map(({ title, hidden }: { title: string; hidden: string }) => [title, hidden])).toEqual([
    ['How deep do leek seeds go?', 'old-format'],
  ]);
  const { conversation } = await convo(root, `show ${ID}`);
  const shown = conversation.messages.filter(({ hidden }: { hidden: boolean }) => !hidden);
  expect(shown.map(({ role, text, name }: Record<string, string>) => [role, text ?? name])).toEqual([
    ['user', 'How deep do leek seeds go?'],
    ['assistant', 'shell'],
    ['tool', 'beds.txt'],
    ['assistant', 'About one centimetre.'],
  ]);
});

test('a thread that was begun in another time zone has the time of its record, and the place that its name gives it', async () => {
  const meta = { id: ID, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1' };
  const question = { type: 'user_message', message: 'How deep do leek seeds go?' };
  const records = [
    { timestamp: TIME, type: 'session_meta', payload: meta },
    { timestamp: TIME, type: 'event_msg', payload: question },
  ];
  const root = homeWith(records, '2025-06-11T17-10-57');
  const { conversations } = await convo(root, 'list');
  expect(conversations[0].timestampIso).toBe('2025-06-11T22:10:57Z');
  expect((await convo(root, 'verify')).findings).toEqual([]);
});

test('a thread without events is titled by its question and shows what is sent to the model', async () => {
  const meta = { id: ID, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', source: 'cli' };
  const items = [said('user', '<environment_context>x</environment_context>'), said('user', 'How deep?')];
  const records = [
    { timestamp: TIME, type: 'session_meta', payload: meta },
    ...[...items, said('assistant', 'One centimetre.')].map((payload) => ({
      timestamp: TIME,
      type: 'response_item',
      payload,
    })),
  ];
  const root = homeWith(records, '2025-06-11T22-10-57');
  const { conversation } = await convo(root, `show ${ID}`);
  expect([conversation.title, conversation.messages.map(({ text }: { text: string }) => text)]).toEqual([
    'How deep?',
    ['How deep?', 'One centimetre.'],
  ]);
});

test('a thread of 2025 is not forked before it is migrated, which the refusal says', async () => {
  const { items } = await convo(homeWith(OLD, '2025-06-11T22-10-57'), `fork ${ID} --yes`);
  expect(items[0].reason).toBe('is not a thread that the program reads: migrate it first');
});

test('--everything has the words of every record, of a line that the program skips and of what agents say to each other', async () => {
  const meta = { id: ID, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', source: 'cli' };
  const records = [
    { timestamp: TIME, type: 'session_meta', payload: meta },
    { type: 'response_item', payload: said('user', 'How deep?') },
    { timestamp: TIME, type: 'compacted', payload: { message: 'Leeks were asked about.' } },
    { timestamp: TIME, type: 'inter_agent_communication', payload: { author: '/root', content: 'Look at the beds.' } },
    { timestamp: TIME, type: 'event_msg', payload: { type: 'user_message', message: 'And carrots?' } },
  ];
  const root = homeWith(records, '2025-06-11T22-10-57');
  const { conversation } = await convo(root, `show ${ID} --everything`);
  expect(conversation.messages.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringMatching(/^session_meta: .*\n(?:.*\n)*cwd: \/srv\/ada\n(?:.*\n)*cli_version: 1/),
    'response_item message: role: user\ncontent.text: How deep?',
    'summary: Leeks were asked about.',
    'inter_agent_communication: author: /root\ncontent: Look at the beds.',
    'And carrots?',
  ]);
});
