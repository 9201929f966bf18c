import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { entriesOf } from '../../../../src/stores/codex/read/record.ts';

function shapeOf(payload: object, beside: object = {}): string | undefined {
  const record = { timestamp: '2026-11-30T17:00:00Z', type: 'response_item', payload, ...beside };
  return [...entriesOf(bytesSource(Buffer.from(JSON.stringify(record))))][0]?.shape;
}

const PASSED_ON = { turn_id: 't', create_time: 1.5 };
const ITEMS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  message: { role: 'user', content: [{ type: 'input_text', text: 'plum' }] },
  reasoning: { summary: [], encrypted_content: 'gAAA' },
  function_call: { name: 'exec_command', arguments: '{}', call_id: 'c', namespace: 'shed' },
  function_call_output: { call_id: 'c', output: 'plum', name: 'exec_command', namespace: 'shed' },
  custom_tool_call: { name: 'exec', input: 'plum', call_id: 'c', status: 'completed' },
  custom_tool_call_output: { call_id: 'c', output: 'plum', name: 'exec' },
  local_shell_call: {
    call_id: 'c',
    status: 'completed',
    action: {
      type: 'exec',
      command: ['ls'],
      timeout_ms: 10,
      working_directory: '/home/ada',
      env: { A: 'b' },
      user: 'ada',
    },
  },
  web_search_call: { status: 'completed', action: { type: 'search', query: 'plum', queries: ['plum'] } },
  image_generation_call: { status: 'completed', result: 'AAAA', revised_prompt: 'plum' },
  tool_search_call: { call_id: 'c', execution: 'client', arguments: { query: 'plum' } },
  tool_search_output: { call_id: 'c', status: 'completed', execution: 'client', tools: [] },
  compaction: { encrypted_content: 'gAAA' },
  context_compaction: { encrypted_content: 'gAAA' },
  agent_message: {
    author: '/root',
    recipient: '/root/worker',
    content: [
      { type: 'input_text', text: 'plum' },
      { type: 'encrypted_content', encrypted_content: 'gAAA' },
    ],
  },
};

/** Members that are a text or nothing, and those that have to be there, as 0.171.0 takes the items. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  function_call: ['namespace'],
  function_call_output: ['name', 'namespace'],
  custom_tool_call_output: ['name'],
  local_shell_call: ['call_id'],
  image_generation_call: ['revised_prompt'],
  tool_search_call: ['call_id'],
  tool_search_output: ['call_id'],
};
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  tool_search_call: ['execution'],
  tool_search_output: ['status', 'execution', 'tools'],
  agent_message: ['author', 'recipient', 'content'],
};
const NO_TEXTS = [7, [], {}, true];

describe.each(Object.entries(ITEMS))('%s', (type, members) => {
  const whole = { type, id: 'i', internal_chat_message_metadata_passthrough: PASSED_ON, ...members };

  test('is an item for the model with and without what it may lack', () => {
    expect(shapeOf(whole, { metadata: { turn_id: 't' } })).toBe('record');
    for (const key of ['id', 'internal_chat_message_metadata_passthrough', ...(OPTIONAL[type] ?? [])])
      for (const value of [null, undefined])
        expect([key, shapeOf({ ...whole, [key]: value })]).toEqual([key, 'record']);
  });

  test('is passed over where a member is of another kind, or lacks', () => {
    for (const key of ['id', ...(OPTIONAL[type] ?? [])])
      for (const value of NO_TEXTS) expect([key, shapeOf({ ...whole, [key]: value })]).toEqual([key, 'skipped']);
    for (const key of NEEDED[type] ?? [])
      for (const value of [null, undefined, 7])
        expect([key, shapeOf({ ...whole, [key]: value })]).toEqual([key, 'skipped']);
    const odd = [7, 'plum', true, { turn_id: 7 }, { create_time: 'now' }];
    for (const value of odd)
      expect(shapeOf({ ...whole, internal_chat_message_metadata_passthrough: value })).toBe('skipped');
    for (const metadata of [7, 'plum', true]) expect(shapeOf(whole, { metadata })).toBe('skipped');
  });
});

test.each<[string, object]>([
  ['local_shell_call', { status: 'failed' }],
  ['local_shell_call', { action: { type: 'later', command: ['ls'] } }],
  ['local_shell_call', { action: { type: 'exec', command: 'ls' } }],
  ['local_shell_call', { action: { type: 'exec', command: ['ls'], env: { A: 1 } } }],
  ['web_search_call', { action: { query: 'plum' } }],
  ['web_search_call', { action: { type: 'search', queries: 'plum' } }],
  ['agent_message', { content: [{ type: 'later', text: 'plum' }] }],
  ['agent_message', { content: [{ type: 'input_text' }] }],
])('%s with %j is passed over', (type, members) => {
  expect(shapeOf({ type, ...ITEMS[type], ...members })).toBe('skipped');
});
