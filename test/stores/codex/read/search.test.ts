import { expect, test } from 'vitest';
import { rolloutHead } from '../../../../src/stores/codex/read/head.ts';
import { call } from '../../../cli/call.ts';
import { convo, homeWith } from '../home.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const TIME = '2026-03-04T09:30:15.000Z';
const PATH = `sessions/2026/03/04/rollout-2026-03-04T09-30-15-${ID}.jsonl`;
const line = (type: string, payload: object) => `${JSON.stringify({ timestamp: TIME, type, payload })}\n`;
const own = { id: ID, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1' };

/** What the answers have of a message. */
interface Said {
  readonly index: number;
  readonly type: string;
  readonly text: string | null;
  readonly hidden: boolean;
}

const item = (role: string, type: string, text: string) =>
  line('response_item', { type: 'message', role, content: [{ type, text }] });

test.each([
  ['before', (question: string, event: string) => question + event],
  ['behind', (question: string, event: string) => event + question],
])('a message that is in a legacy thread twice, for the model %s its event, is found once', async (_, both) => {
  const question = both(
    item('user', 'input_text', 'How deep do leeks go?'),
    line('event_msg', { type: 'user_message', message: 'How deep do leeks go?' }),
  );
  const answer = both(
    item('assistant', 'output_text', 'Leeks go one centimetre deep.'),
    line('event_msg', { type: 'agent_message', message: 'Leeks go one centimetre deep.' }),
  );
  const root = homeWith({ [PATH]: line('session_meta', own) + question + answer });
  const { matches } = await convo(root, 'grep leeks');
  const { conversation } = await convo(root, `show ${ID} --all`);
  expect(conversation.messages.map(({ text }: Said) => text)).toEqual([
    'How deep do leeks go?',
    'Leeks go one centimetre deep.',
  ]);
  expect(matches[0].messages.map(({ index }: Said) => index)).toEqual([0, 1]);
  const { stores } = await convo(root, 'stats');
  expect(stores[0]).toMatchObject({ messages: 2, roles: { user: 1, assistant: 1 } });
});

test('a text that is sent to the model and shown nowhere is found and hidden, in a legacy thread and in a paginated one', async () => {
  const event = line('event_msg', { type: 'user_message', message: 'How deep do leeks go?' });
  const lost = item('assistant', 'output_text', 'Leeks go one centimetre deep.');
  const root = homeWith({ [PATH]: line('session_meta', own) + event + lost });
  const { matches } = await convo(root, 'grep leeks');
  expect(matches[0].messages.map(({ index, hidden }: Said) => [index, hidden])).toEqual([
    [0, false],
    [1, true],
  ]);
});

/** A paginated thread with a command that printed `leeks: 1`, and the output that the model was given. */
function withCommand(output: string): string {
  const call_id = 'call-1';
  const command = {
    ...{ type: 'CommandExecution', id: call_id, command: ['leeks', '--deep'], cwd: '/srv/ada' },
    ...{ parsed_cmd: [], source: 'agent', status: 'completed' },
  };
  const numbered = [
    ['session_meta', { ...own, history_mode: 'paginated' }],
    ['response_item', { type: 'function_call', name: 'shell', arguments: '{"command":["leeks"]}', call_id }],
    [
      'event_msg',
      { type: 'item_completed', thread_id: ID, turn_id: 't', item: { ...command, aggregated_output: 'leeks: 1' } },
    ],
    ['response_item', { type: 'function_call_output', call_id, output }],
  ] as const;
  const lines = numbered.map(
    ([type, payload], ordinal) => `${JSON.stringify({ timestamp: TIME, ordinal, type, payload })}\n`,
  );
  return homeWith({ [PATH]: lines.join('') });
}

test('a command of a paginated thread is found once, and so is its output', async () => {
  for (const output of ['leeks: 1', 'Wall time: 0.1 seconds\nOutput:\nleeks: 1']) {
    const { matches } = await convo(withCommand(output), 'grep leeks');
    expect(matches[0].messages.map(({ type }: Said) => type)).toEqual(['tool_call', 'tool_output']);
  }
});

test('words that a hook gave the model in the place of what a command printed are shown, counted and found', async () => {
  const root = withCommand('Too few leeks, says the hook.');
  const { matches } = await convo(root, 'grep hook');
  expect(matches[0].messages).toEqual([expect.objectContaining({ role: 'tool', type: 'tool_output', hidden: false })]);
  const [{ messages }] = (await convo(root, 'list --all')).conversations;
  expect(messages).toBe((await convo(root, 'stats')).stores[0].messages);
  expect(messages).toBe(3);
  for (const flag of ['', ' --markdown', ' --html'])
    expect((await call(`show${flag} --root ${root} --no-config`.split(' '))).stdout).toContain('output of command');
});

test('a list reads no line behind the first question, which may be of any length', () => {
  const known = Buffer.from(
    line('session_meta', own) + line('event_msg', { type: 'user_message', message: 'How deep?' }),
  );
  let furthest = 0;
  const source = {
    size: 2 ** 40,
    slice: (at: number, length: number) => {
      furthest = Math.max(furthest, at + length);
      return Buffer.concat([known, Buffer.alloc(2 ** 17, 'x')]).subarray(at, at + length);
    },
  };
  expect(rolloutHead(source)).toMatchObject({ preview: 'How deep?', fault: null });
  expect(furthest).toBe(2 ** 16);
});
