import { expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root } from '../../../../src/codecs/json/value.ts';
import { EVENT_MEMBERS } from '../../../../src/stores/codex/read/items.ts';
import { metaFaults } from '../../../../src/stores/codex/read/meta.ts';

const META = {
  id: '01a22158-3769-7de1-b7a9-f71749228464',
  timestamp: '2026-11-28T08:49:12.000Z',
  cwd: '/srv/ada',
  originator: 'codex-tui',
  cli_version: '0.171.0',
};

const TOOL = { name: 'n', description: 'd', inputSchema: {} };
const spawnedBy = (more: object) => ({ subagent: { thread_spawn: { parent_thread_id: META.id, depth: 1, ...more } } });

/** What 0.171.0 answered to a thread that begins so: null where it read it. */
test.each([
  [{ base_instructions: { text: 'x', provenance: { type: 'model', model: 'gpt-5.5' } } }, null],
  [{ base_instructions: { text: 'x', provenance: { type: 'custom' } } }, null],
  [{ base_instructions: { text: 'x', provenance: null } }, null],
  [{ base_instructions: { text: 'x', provenance: 'custom' } }, 'base_instructions'],
  [{ base_instructions: { text: 'x', provenance: { type: 'config' } } }, 'base_instructions'],
  [{ base_instructions: { text: 'x', provenance: { type: 'model' } } }, 'base_instructions'],
  [{ runtime_workspace_roots: null }, null],
  [{ runtime_workspace_roots: ['/srv/ada', 'C:\\ada'] }, null],
  [{ runtime_workspace_roots: '/srv/ada' }, 'runtime_workspace_roots'],
  [{ runtime_workspace_roots: [null] }, 'runtime_workspace_roots'],
  [{ context_window: { window_id: 'w' } }, null],
  [{ context_window: { window_id: null } }, 'context_window'],
  [{ thread_source: 'subagent', agent_path: '/root/a', agent_nickname: 'Ada', agent_role: null }, null],
  [{ thread_source: 7 }, 'thread_source'],
  [{ agent_path: 7 }, 'agent_path'],
  [{ agent_nickname: {} }, 'agent_nickname'],
  [{ agent_role: [] }, 'agent_role'],
  [{ subagent_history_start_ordinal: 14 }, null],
  [{ subagent_history_start_ordinal: -1 }, 'subagent_history_start_ordinal'],
  [{ subagent_history_start_ordinal: '14' }, 'subagent_history_start_ordinal'],
  [{ source: spawnedBy({}) }, null],
  [{ source: spawnedBy({ depth: -1 }) }, null],
  [{ source: spawnedBy({ depth: 2_147_483_648 }) }, 'source'],
  [{ source: spawnedBy({ agent_path: '/root/a_b/c' }) }, null],
  [{ source: spawnedBy({ agent_path: '/root/a-b' }) }, 'source'],
  [{ source: spawnedBy({ agent_path: '/root/root' }) }, 'source'],
  [{ source: spawnedBy({ agent_path: 'a' }) }, 'source'],
  [{ source: spawnedBy({ agent_role: 7 }) }, 'source'],
  [{ dynamic_tools: [TOOL, { ...TOOL, type: 'function', deferLoading: null }] }, null],
  [{ dynamic_tools: [{ type: 'namespace', name: 'n', description: 'd', tools: [TOOL] }] }, null],
  [{ dynamic_tools: [{ type: 'namespace', name: 'n', tools: [] }] }, 'dynamic_tools'],
  [{ dynamic_tools: [{ ...TOOL, type: 'odd' }] }, 'dynamic_tools'],
  [{ dynamic_tools: [{ ...TOOL, inputSchema: undefined }] }, 'dynamic_tools'],
  [{ dynamic_tools: [{ ...TOOL, deferLoading: 7 }] }, 'dynamic_tools'],
  [{ git: { commit_hash: null, branch: 'main', dirty: 7 } }, null],
  [{ git: { branch: 7 } }, 'git'],
  [{ attached_thread: true }, null],
  [{ attached_thread: null }, 'attached_thread'],
  [{ attached_thread: 'yes' }, 'attached_thread'],
  [{ memory_mode: 'enabled' }, null],
  [{ memory_mode: true }, 'memory_mode'],
  [{ selected_capability_roots: [] }, null],
  [{ selected_capability_roots: null }, 'selected_capability_roots'],
  [{ selected_capability_roots: [{ id: 'x' }] }, 'selected_capability_roots'],
])('a first record with %j is read as the program reads it', (members, fault) => {
  const keys = metaFaults(root(scan(Buffer.from(JSON.stringify({ ...META, ...members })))));
  expect(keys[0] ?? null).toBe(fault);
});

test.each([
  [{ audio: null }, true],
  [{ local_audio: null }, false],
  [{ local_images: null }, false],
  [{ text_elements: null }, false],
  [{ images: null }, true],
])('a question with %j is read as the program reads it', (members, isRead) => {
  const event = JSON.stringify({ type: 'user_message', message: 'Which pears?', ...members });
  expect(EVENT_MEMBERS['user_message']?.(root(scan(Buffer.from(event))))).toBe(isRead);
});

const PATCH = { type: 'patch_apply_end', call_id: 'c', stdout: '', stderr: '', success: true, status: 'completed' };
const MCP = {
  ...{ type: 'mcp_tool_call_end', call_id: 'c', invocation: { server: 'orchard', tool: 'pick' } },
  ...{ duration: { secs: 1, nanos: 5 }, result: { Err: 'rain' } },
};
const ANSWER = { type: 'agent_message', message: 'Two pears.' };
const CITED = { path: 'a', lineStart: 1, lineEnd: 2, note: 'n' };
const SEARCH = { type: 'web_search_end', call_id: 'c', query: 'pears' };
const REVIEW = { type: 'entered_review_mode', target: { type: 'uncommittedChanges' } };
const LINES = { start: 1, end: 2 };
const FOUND = { title: 't', body: 'b', confidence_score: 0.5, priority: 1 };
const OUTPUT = { overall_correctness: '', overall_explanation: 'e', overall_confidence_score: 1 };

/** Whether 0.171.0 shows the item of such an event. */
test.each([
  [PATCH, true],
  [{ ...PATCH, turn_id: null }, false],
  [{ ...PATCH, status: 'declined' }, true],
  [{ ...PATCH, status: 'in_progress' }, false],
  [{ ...PATCH, status: undefined }, false],
  [{ ...PATCH, stdout: undefined }, false],
  [{ ...PATCH, changes: { '/a': { type: 'add', content: 'x' } } }, true],
  [{ ...PATCH, changes: { '/a': { add: { content: 'x' } } } }, false],
  [{ ...PATCH, changes: { '/a': { type: 'delete' } } }, false],
  [{ ...PATCH, changes: { '/a': { type: 'update', unified_diff: 'x' } } }, true],
  [MCP, true],
  [{ ...MCP, duration: undefined }, false],
  [{ ...MCP, duration: '1s' }, false],
  [{ ...MCP, duration: [1, 5] }, true],
  [{ ...MCP, result: {} }, false],
  [{ ...MCP, result: { Ok: { content: [7] } } }, true],
  [{ ...MCP, result: { Ok: { content: [], isError: 'no' } } }, false],
  [{ ...MCP, result: { Ok: { content: [] }, Err: 'x' } }, false],
  [ANSWER, true],
  [{ ...ANSWER, memory_citation: null }, true],
  [{ ...ANSWER, memory_citation: { entries: [CITED], rolloutIds: [] } }, true],
  [{ ...ANSWER, memory_citation: { entries: [{ ...CITED, note: undefined }], rolloutIds: [] } }, false],
  [{ ...ANSWER, memory_citation: { entries: [CITED] } }, false],
  [{ ...ANSWER, memory_citation: 'a:1' }, false],
  [SEARCH, false],
  [{ ...SEARCH, action: { type: 'search', url: 7 } }, true],
  [{ ...SEARCH, action: { type: 'search', query: 7 } }, false],
  [{ ...SEARCH, action: { type: 'zap', query: 7 } }, true],
  [{ ...SEARCH, action: {} }, false],
  [REVIEW, true],
  [{ ...REVIEW, target: undefined }, false],
  [{ ...REVIEW, target: { type: 'baseBranch' } }, false],
  [{ ...REVIEW, target: { type: 'folder' } }, false],
  [{ type: 'exited_review_mode', review_output: null }, true],
  [{ type: 'exited_review_mode', review_output: { ...OUTPUT, findings: [] } }, true],
  [{ type: 'exited_review_mode', review_output: { overall_explanation: 'e', findings: [] } }, false],
  [{ type: 'exited_review_mode', review_output: { ...OUTPUT, findings: [FOUND] } }, false],
  [
    {
      type: 'exited_review_mode',
      review_output: {
        ...OUTPUT,
        findings: [{ ...FOUND, code_location: { absolute_file_path: '/a', line_range: LINES } }],
      },
    },
    true,
  ],
])('an event %j is read as the program reads it', (event, isRead) => {
  expect(EVENT_MEMBERS[event.type]?.(root(scan(Buffer.from(JSON.stringify(event)))))).toBe(isRead);
});

const OWN = '01a22157-895b-7973-bd08-d1eef0402623';
const ASKED = { type: 'UserMessage', id: 'i', content: [{ type: 'text', text: 'q', text_elements: [] }] };
const RAN = {
  ...{ type: 'CommandExecution', id: 'i', command: ['ls'], cwd: 'file:///srv' },
  ...{ parsed_cmd: [{ type: 'unknown', cmd: 'ls' }], source: 'agent', status: 'completed' },
};
const CALLED = { type: 'McpToolCall', id: 'i', server: 's', tool: 't', arguments: null, status: 'failed' };
const CLIENT = { type: 'DynamicToolCall', id: 'i', tool: 't', arguments: {}, status: 'completed' };
const AGENT = { type: 'CollabAgentToolCall', id: 'i', tool: 'wait', status: 'completed', sender_thread_id: OWN };
const ACTIVITY = { type: 'SubAgentActivity', id: 'i', kind: 'started', agent_thread_id: OWN, agent_path: '/root' };
const HOOK = { type: 'HookPrompt', id: 'i', fragments: [{ text: 'x', hookRunId: 'h' }] };

/** Whether 0.171.0 shows such an item in a turn. */
test.each([
  [ASKED, true],
  [{ ...ASKED, client_id: 7 }, false],
  [{ ...ASKED, content: [{ type: 'text', text: 'q', text_elements: [{}] }] }, false],
  [{ ...ASKED, content: [{ type: 'text', text: 'q', text_elements: null }] }, false],
  [{ ...ASKED, content: [{ type: 'image' }] }, false],
  [{ ...ASKED, content: [{ type: 'local_image', path: 'x' }] }, true],
  [{ ...ASKED, content: [{ type: 'skill', name: 'n' }] }, false],
  [{ ...ASKED, content: [{}] }, false],
  [RAN, true],
  [{ ...RAN, parsed_cmd: undefined }, false],
  [{ ...RAN, parsed_cmd: [{ type: 'unknown' }] }, false],
  [{ ...RAN, source: null }, false],
  [{ ...RAN, status: 7 }, false],
  [{ ...RAN, exit_code: 1.5 }, false],
  [{ ...RAN, process_id: 7 }, false],
  [{ ...RAN, duration: [1, 2] }, true],
  [{ ...RAN, duration: [] }, false],
  [CALLED, true],
  [{ ...CALLED, arguments: undefined }, false],
  [{ ...CALLED, status: undefined }, false],
  [CLIENT, true],
  [{ ...CLIENT, success: 'yes' }, false],
  [{ ...CLIENT, content_items: [{ type: 'inputText', text: 'x' }] }, true],
  [{ ...CLIENT, content_items: [{ type: 'inputText' }] }, false],
  [AGENT, true],
  [{ ...AGENT, sender_thread_id: 'x' }, false],
  [{ ...AGENT, receiver_agents: [{ agent_role: 'r' }] }, false],
  [{ ...AGENT, agents_states: { [OWN]: { completed: null } } }, true],
  [{ ...AGENT, agents_states: { [OWN]: 7 } }, false],
  [ACTIVITY, true],
  [{ ...ACTIVITY, agent_thread_id: 'x' }, false],
  [{ ...ACTIVITY, kind: undefined }, false],
  [HOOK, true],
  [{ ...HOOK, fragments: [{ text: 'x' }] }, false],
  [{ type: 'FunctionCallOutput', id: 'i', name: 'n', output: 'x' }, true],
  [{ type: 'FunctionCallOutput', id: 'i', output: 'x' }, false],
  [{ type: 'ImageView', id: 'i' }, false],
  [{ type: 'FileChange', id: 'i', changes: {}, status: 7 }, false],
])('an item %j is read as the program reads it', (item, isRead) => {
  const event = JSON.stringify({ type: 'item_completed', thread_id: OWN, turn_id: 't', item, completed_at_ms: 1 });
  expect(EVENT_MEMBERS['item_completed']?.(root(scan(Buffer.from(event))))).toBe(isRead);
});

test.each([
  [OWN, true],
  [OWN.toUpperCase().replaceAll('-', ''), true],
  ['x', false],
  ['', false],
])('an item of the thread %j is read as the program reads it', (thread_id, isRead) => {
  const event = JSON.stringify({ type: 'item_completed', thread_id, turn_id: 't', item: ASKED, completed_at_ms: 1 });
  expect(EVENT_MEMBERS['item_completed']?.(root(scan(Buffer.from(event))))).toBe(isRead);
});

/** As 0.171.0 reads a key that is written twice: the last counts. */
test.each([
  ['{"type":"user_message","message":7,"message":"Which pears?"}', true],
  ['{"type":"user_message","message":"Which pears?","message":7}', false],
  ['{"type":"user_message","message":"Which pears?","images":7,"images":null}', true],
  [`${JSON.stringify(PATCH).slice(0, -1)},"changes":{"/a":7,"/a":{"type":"delete","content":""}}}`, true],
])('an event %s is read by the last of two equal keys', (event, isRead) => {
  const type = event.includes('user_message') ? 'user_message' : 'patch_apply_end';
  expect(EVENT_MEMBERS[type]?.(root(scan(Buffer.from(event))))).toBe(isRead);
});

test('a first record is read by the last of two equal keys', () => {
  const text = JSON.stringify(META);
  const faults = (json: string) => metaFaults(root(scan(Buffer.from(json))));
  expect(faults(text.replace('"cwd"', '"cwd":7,"cwd"'))).toEqual([]);
  expect(faults(`${text.slice(0, -1)},"cwd":7}`)).toEqual(['cwd']);
});
