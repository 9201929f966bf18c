import { expect, test } from 'vitest';
import { failureIn } from '../../../../src/stores/codex/read/said.ts';
import { call } from '../../../cli/call.ts';
import { oneIn } from '../../../support/sampling.ts';
import { convo, homeWith } from '../home.ts';
import { fileOf, line, TIME } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';

const meta = { id: ID, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', source: 'cli' };
const event = (payload: object) => ['event_msg', payload] as const;
const item = (payload: object) => ['response_item', payload] as const;
const asked = (id: string, message: string) => [
  event({ type: 'task_started', turn_id: id }),
  event({ type: 'user_message', message }),
];
const called = (id: string, name: string, more: object = {}) =>
  item({ type: 'function_call', name, arguments: '{"fruit":"plum"}', call_id: id, ...more });
const came = (id: string, output: string) => item({ type: 'function_call_output', call_id: id, output });

/** A thread of these records; `mode` as its first record names it. */
function homeOf(records: readonly (readonly [string, object])[], mode = 'legacy'): string {
  const all = [['session_meta', { ...meta, history_mode: mode }] as const, ...records];
  return homeWith({ [fileOf(ID, '30')]: all.map(([type, payload], n) => line(type, payload, n)).join('') });
}

interface Said {
  readonly role: string;
  readonly type: string;
  readonly text: string | null;
  readonly name?: string;
  readonly failed?: boolean;
  readonly marks?: readonly string[];
}

const shown = async (root: string): Promise<Said[]> => (await convo(root, 'show')).conversation.messages;

test('the calls of a turn that was rolled back are hidden with it, whatever tool they were of', async () => {
  const mcp = event({
    type: 'mcp_tool_call_end',
    call_id: 'b',
    invocation: { server: 'orchard', tool: 'pick', arguments: {} },
    duration: { secs: 1, nanos: 0 },
    result: { Ok: { content: [] } },
  });
  const search = event({ type: 'web_search_end', call_id: 'w', query: 'plums' });
  const back = [called('a', 'exec_command'), came('a', 'plum'), mcp, search];
  const root = homeOf([
    ...asked('t1', 'First'),
    ...asked('t2', 'Second'),
    ...back,
    event({ type: 'thread_rolled_back', num_turns: 1 }),
    ...asked('t3', 'Third'),
  ]);
  expect((await shown(root)).map(({ text }) => text)).toEqual(['First', 'Third']);
  const { conversations } = await convo(root, 'list --count');
  expect(conversations[0].messages).toBe(2);
  const { matches } = await convo(root, 'grep plum');
  expect(matches[0].messages.every(({ hidden }: { hidden: boolean }) => hidden)).toBe(true);
  const [total] = (await convo(root, 'stats')).stores;
  expect([total.messages, total.tools]).toEqual([2, {}]);
});

const PICKED = event({
  type: 'mcp_tool_call_end',
  call_id: 'a',
  invocation: { server: 'orchard', tool: 'pick', arguments: {} },
  duration: { secs: 1, nanos: 0 },
  result: { Ok: { content: [{ type: 'text', text: 'a fig' }], isError: true } },
});
const PATCHED = event({
  type: 'patch_apply_end',
  call_id: 'a',
  stdout: 'Success.\nD old.txt\n',
  stderr: '',
  success: true,
  changes: { '/srv/ada/old.txt': { type: 'delete', content: 'a pear\n' } },
  status: 'completed',
});

test.each([
  ['of a server', PICKED, 'a fig', true],
  ['of a patch', PATCHED, 'Success.\nD old.txt\ndelete /srv/ada/old.txt\n-a pear', undefined],
])('the result %s that only its event has is shown, found and counted', async (_, back, text, failed) => {
  const call = called('a', 'pick');
  const alone = homeOf([...asked('t', 'Go'), call, back]);
  const [, , result] = await shown(alone);
  expect([result?.role, result?.text, result?.failed]).toEqual(['tool', text, failed]);
  expect((await convo(alone, 'list --count')).conversations[0].messages).toBe(3);
  expect((await convo(alone, `grep ${text.slice(-4).trim()}`)).matches).toHaveLength(1);
  const whole = homeOf([...asked('t', 'Go'), call, back, came('a', text)]);
  expect((await shown(whole)).map(({ type }) => type)).toEqual(['text', 'tool_call', 'tool_output']);
  expect((await convo(whole, 'list --count')).conversations[0].messages).toBe(3);
});

const COPY =
  '<user_shell_command>\n<command>\nls; exit 4\n</command>\n<result>\nExit code: 4\nDuration: 0.1 seconds\nOutput:\nplum\n\n</result>\n</user_shell_command>';
const copy = item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: COPY }] });

test.each([
  ['legacy', [event({ type: 'task_started', turn_id: 't' }), copy]],
  [
    'paginated',
    [
      event({
        type: 'item_completed',
        thread_id: ID,
        turn_id: 't',
        item: {
          type: 'CommandExecution',
          id: 'c',
          command: ['/bin/bash', '-lc', 'ls; exit 4'],
          cwd: '/srv/ada',
          parsed_cmd: [],
          source: 'user_shell',
          status: 'failed',
          aggregated_output: 'plum\n',
          exit_code: 4,
        },
      }),
      copy,
    ],
  ],
])('a command that a person ran with ! is theirs, once, in a %s thread', async (mode, records) => {
  const root = homeOf(records, mode);
  const [typed, printed, ...others] = await shown(root);
  expect([typed?.role, typed?.text, others]).toEqual(['user', '! ls; exit 4', []]);
  expect([printed?.role, printed?.text?.trim(), printed?.failed, printed?.marks]).toEqual([
    'tool',
    'plum',
    true,
    ['exit 4'],
  ]);
  expect((await call(['show', '--prompts', '--root', root, '--no-config'])).stdout).toContain('! ls; exit 4');
  const { matches } = await convo(root, 'grep exit --role user');
  expect(matches[0].messages).toHaveLength(1);
  expect((await convo(root, 'stats')).stores[0].tools).toEqual({});
});

test('a call of an MCP server in a legacy thread is shown once, with all texts of its result, and whether it failed', async () => {
  const end = (id: string, result: object) =>
    event({
      ...{ type: 'mcp_tool_call_end', call_id: id, invocation: { server: 'orchard', tool: 'pick' }, result },
      duration: { secs: 1, nanos: 0 },
    });
  const root = homeOf([
    ...asked('t', 'Pick'),
    called('a', 'pick', { namespace: 'mcp__orchard' }),
    end('a', { Ok: { content: [{ type: 'text', text: 'Picked it.' }], structuredContent: { n: 1 } } }),
    came('a', 'Output:\n{"n":1}'),
    called('b', 'pick', { namespace: 'mcp__orchard' }),
    end('b', { Ok: { content: [{ type: 'text', text: 'It broke.' }], isError: true } }),
    came('b', 'Output:\nIt broke.'),
  ]);
  expect((await shown(root)).map(({ name, text, failed = false }) => [name, text, failed])).toEqual([
    [undefined, 'Pick', false],
    ['orchard.pick', null, false],
    [undefined, 'Output:\n{"n":1}\nPicked it.', false],
    ['orchard.pick', null, false],
    [undefined, 'Output:\nIt broke.', true],
  ]);
  expect((await convo(root, 'stats')).stores[0].tools).toEqual({ 'orchard.pick': 2 });
});

test('a patch in a legacy thread is shown once', async () => {
  const root = homeOf([
    ...asked('t', 'Patch'),
    item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch', call_id: 'p' }),
    event({ type: 'patch_apply_end', call_id: 'p', changes: { 'a.txt': { type: 'add', content: 'plum' } } }),
    item({ type: 'custom_tool_call_output', call_id: 'p', output: 'Exit code: 0\nOutput:\nSuccess.' }),
  ]);
  expect((await shown(root)).map(({ type }) => type)).toEqual(['text', 'tool_call', 'tool_output']);
});

test.each([
  ['Chunk ID: 8\nWall time: 0.0 seconds\nProcess exited with code 3\nOutput:\nx\n', 'exit 3'],
  ['Chunk ID: 8\nProcess exited with code 0\nOutput:\nProcess exited with code 3\n', null],
  ['Exit code: 1\nWall time: 0 seconds\nOutput:\n', 'exit 1'],
  ['Exit code: 1 is what a page says', null],
  ['{"output":"x","metadata":{"exit_code":2,"duration_seconds":0.1}}', 'exit 2'],
  ['{"output":"x","metadata":{"exit_code":0,"duration_seconds":0.1}}', null],
  ['unsupported call: nothing', 'error'],
  ['apply_patch verification failed: no such file', 'error'],
  ['exec_command failed for `x`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', 'rejected by user'],
  ['Plan updated', null],
])('of the output %j it is known whether the call failed', (output, failure) => {
  expect(failureIn(output)).toBe(failure);
});

test('a question of a picture, and an answer with a plan or its sources, are found once, and two texts are two lines', async () => {
  const content = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }));
  const done = (id: string, type: string, more: object) =>
    event({ type: 'item_completed', thread_id: ID, turn_id: 't', item: { type, id, ...more } });
  const message = (role: string, type: string, ...texts: string[]) =>
    item({ type: 'message', role, content: texts.map((text) => ({ type, text })) });
  const root = homeOf(
    [
      message('user', 'input_text', '<image name=[Image #1] path="/srv/a.png">', '</image>', 'plum one', 'plum two'),
      done('q', 'UserMessage', { content: content('plum one', 'plum two') }),
      done('a', 'AgentMessage', { content: content('An answer of plums.') }),
      message('assistant', 'output_text', 'An answer of plums.<oai-mem-citation>x</oai-mem-citation>'),
      done('p', 'Plan', { text: 'Plan of plums' }),
      message('assistant', 'output_text', '<proposed_plan>\nPlan of plums\n</proposed_plan>'),
    ],
    'paginated',
  );
  const { matches } = await convo(root, 'grep plum');
  expect(matches[0].messages.map(({ hidden }: { hidden: boolean }) => hidden)).toEqual([false, false, false]);
  expect((await shown(root))[0]?.text).toBe('plum one\nplum two');
});

test.each(['legacy', 'paginated'])(
  '%s: words that only a record without a reader has are hidden, and found',
  async (mode) => {
    const message = (content: object) => ({ type: 'message', role: 'user', content: [content] });
    const history = [
      message({ type: 'input_text', text: 'Say zukept' }),
      message({ type: 'input_text', text: 'First' }),
      message({ type: 'input_text', text: 'Go on: zmsummary' }),
    ];
    const question = { type: 'UserMessage', id: 'q', content: [{ type: 'text', text: 'First' }] };
    const root = homeOf(
      [
        ...asked('t1', 'First'),
        event({ type: 'item_completed', thread_id: ID, turn_id: 't1', item: question, completed_at_ms: 1 }),
        item(message({ type: 'input_fruit', label: 'zupart' })),
        item(message({ type: 'input_text', text: 'First' })),
        event({ type: 'agent_message', message: 3, note: 'zmevent' }),
        ['compacted', { message: 'zmsummary', replacement_history: history }],
      ],
      mode,
    );
    expect((await shown(root)).map(({ text }) => text)).toEqual(['First']);
    const { messages } = (await convo(root, 'show --all')).conversation;
    const hidden = messages.filter((each: { hidden: boolean }) => each.hidden).map(({ text }: Said) => text);
    expect(hidden).toEqual([
      expect.stringContaining('zupart'),
      expect.stringContaining('zmevent'),
      'summary: zmsummary',
      'Say zukept',
    ]);
    for (const word of ['zupart', 'zmevent', 'zmsummary', 'zukept'])
      expect((await convo(root, `grep ${word}`)).matches).toHaveLength(1);
  },
);

test('a token in the address of the repository is a secret', async () => {
  const token = `ghp_${'0123456789abcdefghijABCDEFGHIJ456789'}`;
  const git = { branch: 'main', repository_url: `https://ada:${token}@orchard.example/plum` };
  const first = line('session_meta', { ...meta, history_mode: 'legacy', git }, 0);
  const root = homeWith({
    [fileOf(ID, '30')]: first + line('event_msg', { type: 'user_message', message: 'First' }, 1),
  });
  expect((await convo(root, 'secrets')).secrets).toHaveLength(1);
  const { stdout } = await call(['show', '--json', '--redact', '--root', root, '--no-config']);
  expect(stdout).toContain('orchard.example/plum');
  expect(stdout).not.toContain(token);
});

const TOKEN = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

test.each(
  oneIn(2, [
    [
      'structured content',
      { content: [{ type: 'text', text: 'plain' }], structuredContent: { note: `sloes ${TOKEN}` } },
    ],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'file:///sloes', text: TOKEN } }] }],
    [
      'a resource in base64',
      {
        content: [
          { type: 'resource', resource: { uri: 'file:///x', blob: Buffer.from(`sloes ${TOKEN}`).toString('base64') } },
        ],
      },
    ],
    ['a link', { content: [{ type: 'resource_link', uri: 'file:///x', name: 'sloes', description: TOKEN }] }],
    ['a type that is not known', { content: [{ type: 'novel', words: `sloes ${TOKEN}` }] }],
  ]),
)('%s of an MCP result in a legacy thread is shown, found and looked through for secrets', async (_, result) => {
  const end = event({
    type: 'mcp_tool_call_end',
    call_id: 'a',
    invocation: { server: 'orchard', tool: 'pick' },
    duration: { secs: 1, nanos: 0 },
    result: { Ok: result },
  });
  for (const around of [[], [called('a', 'pick', { namespace: 'mcp__orchard' }), came('a', 'Output:\nsome')]]) {
    const [before, ...behind] = around;
    const root = homeOf([...asked('t', 'Pick'), ...(before === undefined ? [] : [before]), end, ...behind]);
    const outputs = (await shown(root)).filter(({ type }) => type === 'tool_output');
    expect(outputs.map(({ text }) => text?.includes('sloes') && text.includes(TOKEN))).toEqual([true]);
    expect((await convo(root, 'grep sloes')).matches).toHaveLength(1);
    expect((await convo(root, 'secrets')).secrets).toMatchObject([{ rule: 'github-pat' }]);
  }
});

test('a picture of an MCP result is a mark, and so are bytes of a resource that are no text', async () => {
  const end = event({
    type: 'mcp_tool_call_end',
    call_id: 'a',
    invocation: { server: 'orchard', tool: 'pick' },
    duration: { secs: 1, nanos: 0 },
    result: {
      Ok: {
        content: [
          { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'file:///x', blob: 'AAD/gA==' } },
        ],
      },
    },
  });
  const root = homeOf([...asked('t', 'Pick'), called('a', 'pick'), end, came('a', 'Output:\nsome')]);
  expect((await shown(root)).at(-1)?.text).toBe('Output:\nsome\n[image]\nfile:///x\n[4 bytes]');
});
