import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { asideMessages } from '../../../../src/stores/codex/read/aside.ts';
import { Questions } from '../../../../src/stores/codex/read/hidden-calls.ts';
import { ITEM_TYPES } from '../../../../src/stores/codex/read/items.ts';
import { entriesOf } from '../../../../src/stores/codex/read/record.ts';
import { openRollout } from '../../../../src/stores/codex/read/rollout-file.ts';
import { kindsShown, messagesOfItem } from '../../../../src/stores/codex/read/said.ts';
import { messagesIn } from '../../../../src/stores/codex/read/transcript.ts';
import { PaginatedTurns, turnReader } from '../../../../src/stores/codex/read/turn-reader.ts';
import { filePart } from '../../open-site.ts';
import { line, rollout } from '../paginated.ts';

const THREAD = '01a22157-895b-7973-bd08-d1eef0402623';

function linesOf(...records: readonly object[]) {
  const lines = records.map((record, n) =>
    JSON.stringify({ timestamp: '2026-11-28T01:00:00Z', ordinal: n, ...record }),
  );
  return bytesSource(Buffer.from(`${lines.join('\n')}\n`));
}

function itemSays(item: object) {
  const payload = {
    type: 'item_completed',
    thread_id: THREAD,
    turn_id: 'u',
    item: { id: 'i', ...item },
    completed_at_ms: 1,
    started_at_ms: 1,
  };
  const reader = new PaginatedTurns();
  for (const entry of entriesOf(linesOf({ type: 'event_msg', payload }))) {
    const shown = reader.take(entry);
    if (shown === null) return [];
    const said = messagesOfItem(shown);
    expect(kindsShown(shown).map(({ role, type }) => [role, type])).toEqual(said.map(({ role, type }) => [role, type]));
    return said;
  }
  return [];
}

test('the findings of a review are shown with its end where no answer repeats them', () => {
  const place = { absolute_file_path: '/srv/a.ts', line_range: { start: 1, end: 2 } };
  const finding = {
    title: 'Too deep',
    body: 'It sinks.\nMend it.',
    confidence_score: 0.9,
    priority: 1,
    code_location: place,
  };
  const output = {
    ...{ findings: [finding], overall_correctness: 'no', overall_explanation: 'One flaw.' },
    overall_confidence_score: 0.9,
  };
  const review = 'One flaw.\n\nReview comment:\n\n- Too deep — /srv/a.ts:1-2\n  It sinks.\n  Mend it.';
  const event = (ordinal: number, item: object) =>
    line(
      'event_msg',
      { type: 'item_completed', thread_id: THREAD, turn_id: 'u', item, completed_at_ms: 1, started_at_ms: 1 },
      ordinal,
    );
  const saidIn = (...more: readonly string[]) => {
    const exited = event(3, { type: 'ExitedReviewMode', id: 'i', review_output: output });
    const bytes = Buffer.from([rollout(THREAD, 0, 'How deep?'), exited, ...more].join(''));
    const file = openRollout(
      { ...filePart('rollout-1.jsonl', bytes), source: bytesSource(bytes) },
      'file',
      () => 'cut',
    );
    return [...messagesIn(file, { parts: [], fault: null }, false)].map(({ text }) => text).slice(-2);
  };
  const answer = event(4, { type: 'AgentMessage', id: 'j', content: [{ type: 'Text', text: review }] });
  expect(saidIn(answer)).toEqual(['exited review mode: One flaw.', review]);
  expect(saidIn(answer.slice(0, 40)).at(-1)).toBe(`exited review mode: ${review}`);
});

const WORDS: readonly [name: string, item: object, words: readonly string[]][] = [
  [
    'a call of an MCP server',
    {
      type: 'McpToolCall',
      server: 'orchard',
      tool: 'pick',
      arguments: { fruit: 'pear' },
      status: 'completed',
      result: {
        content: [
          { type: 'text', text: 'Picked plum.' },
          { type: 'image', data: 'AA' },
        ],
        structuredContent: { n: 'fig' },
      },
    },
    ['orchard.pick', '{"fruit":"pear"}', 'Picked plum.', '[image]', '{"n":"fig"}'],
  ],
  [
    'one that could not be made',
    {
      type: 'McpToolCall',
      server: 'orchard',
      tool: 'pick',
      arguments: {},
      status: 'failed',
      error: { message: 'no tree' },
    },
    ['orchard.pick', 'no tree', 'error'],
  ],
  [
    "a call of a client's tool",
    {
      type: 'DynamicToolCall',
      tool: 'fetch',
      arguments: { id: 'pear' },
      status: 'completed',
      content_items: [{ type: 'inputText', text: 'Body plum' }],
      success: true,
    },
    ['fetch', '{"id":"pear"}', 'Body plum'],
  ],
  [
    'an output that begins a turn',
    { type: 'FunctionCallOutput', name: 'event', output: 'Plum came' },
    ['event', 'Plum came'],
  ],
  [
    'the text of a hook',
    { type: 'HookPrompt', fragments: [{ text: 'Go on plum', hookRunId: 'x' }] },
    ['hook prompt: Go on plum'],
  ],
  [
    'a patch that moves and was declined',
    {
      type: 'FileChange',
      status: 'declined',
      stderr: 'no plum',
      changes: { '/a': { type: 'update', unified_diff: '+x', move_path: '/b' } },
    },
    ['apply_patch', 'moved to /b', '+x', 'no plum', 'declined'],
  ],
  ['a picture that was looked at', { type: 'ImageView', path: 'file:///w/plum.png' }, ['image view: /w/plum.png']],
  [
    'all queries of a search',
    { type: 'WebSearch', query: 'pear', action: { type: 'search', queries: ['pear', 'plum'] } },
    ['webSearch', 'pear\\nplum'],
  ],
  ['a sleep', { type: 'Extension', kind: 'clock.sleep', durationMs: 1500 }, ['sleep 1.5 s']],
  [
    'an agent',
    { type: 'SubAgentActivity', kind: 'started', agent_thread_id: THREAD, agent_path: '/root/plum' },
    ['sub agent activity: started /root/plum'],
  ],
  [
    'a call that begins an agent',
    {
      type: 'CollabAgentToolCall',
      tool: 'spawn_agent',
      status: 'completed',
      sender_thread_id: THREAD,
      prompt: 'Do plum',
      agents_states: { x: { status: 'running', message: 'fig' } },
    },
    ['spawn_agent', 'Do plum', 'running', 'fig'],
  ],
  [
    'the hint of a review',
    { type: 'EnteredReviewMode', user_facing_hint: 'commit plum', target: { type: 'commit', sha: 'f1' } },
    ['entered review mode: commit plum'],
  ],
  [
    'pictures, sounds, skills and mentions',
    {
      type: 'UserMessage',
      content: [
        { type: 'image', image_url: 'data:' },
        { type: 'text', text: 'See' },
        { type: 'local_audio', path: '/a' },
        { type: 'skill', name: 'plum', path: '/s' },
        { type: 'mention', name: 'fig', path: 'app://fig' },
      ],
    },
    ['[image]\nSee\n[localAudio]\n[skill plum]\n[mention fig app://fig]\n/a'],
  ],
  [
    'parts of a type that is not known',
    {
      type: 'McpToolCall',
      server: 'orchard',
      tool: 'pick',
      arguments: {},
      status: 'completed',
      result: { content: [{ type: 'fruit_basket', label: 'plum', more: { note: 'fig' } }] },
    },
    ['[fruitBasket label: plum', 'more.note: fig]'],
  ],
  [
    'where a picture is, unless its bytes are there',
    {
      type: 'UserMessage',
      content: [
        { type: 'image', image_url: 'https://orchard.example/plum.png' },
        { type: 'local_image', path: '/w/fig.png' },
        { type: 'image', image_url: 'data:image/png;base64,AAAA' },
      ],
    },
    ['[image]\n[localImage]\n[image]\nhttps://orchard.example/plum.png\n/w/fig.png"'],
  ],
  [
    'an item of a type that is not known',
    { type: 'FruitBasket', label: 'plum', more: [{ note: 'fig' }] },
    ['fruit basket: label: plum', 'more.note: fig'],
  ],
];

describe('words of an item are shown', () => {
  test.each(WORDS)('%s', (_, item, words) => {
    const said = JSON.stringify(itemSays(item)).replaceAll('\\\\', '\\').replaceAll('\\"', '"');
    for (const word of words)
      expect(said).toContain(JSON.stringify(word).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
  });
});

describe('words beside items of turns are shown', () => {
  const asideOf = (record: object) =>
    [...entriesOf(linesOf(record))].flatMap((entry) => [...asideMessages(entry, 'paginated')]);

  const ASKED = {
    type: 'response_item',
    payload: {
      type: 'function_call',
      name: 'request_user_input',
      call_id: 'c',
      arguments: JSON.stringify({
        questions: [
          { id: 'q', header: 'Fruit', question: 'Which?', options: [{ label: 'plum', description: 'ripe' }] },
        ],
      }),
    },
  };
  const ANSWERED = {
    type: 'response_item',
    payload: {
      type: 'function_call_output',
      call_id: 'c',
      output: JSON.stringify({ answers: { q: { answers: ['plum', 'user_note: mine'] } } }),
    },
  };
  const VERIFIED = {
    type: 'retained_context',
    payload: {
      type: 'verified_answer',
      call_id: 'c',
      questions: [{ question: 'Which?', answer: 'plum\nuser_note: mine' }],
    },
  };
  const QUESTION = { role: 'assistant', text: 'Fruit: Which?\n- plum: ripe' };
  const ANSWER = { role: 'user', text: 'plum\nnote: mine' };

  test.each([
    ['the output of an older version', [ASKED, ANSWERED]],
    ['a record of a newer one and its output', [ASKED, VERIFIED, ANSWERED]],
  ])('a question of the model, and the answer and note of the user once, by %s', (_, records) => {
    const questions = new Questions();
    const said = records.flatMap((record) =>
      [...entriesOf(linesOf(record))].flatMap((entry) => questions.take(entry) ?? []),
    );
    expect(said).toMatchObject([QUESTION, ANSWER]);
  });

  test('an event, an item for the model and an item of a legacy turn of types that are not known', () => {
    const words = { label: 'plum' };
    expect(asideOf({ type: 'event_msg', payload: { type: 'fruit_fell', ...words } })).toMatchObject([
      { role: 'system', text: 'event_msg fruit_fell: label: plum' },
    ]);
    expect(asideOf({ type: 'response_item', payload: { type: 'fruit_call', ...words } })).toMatchObject([
      { text: 'response_item fruit_call: label: plum' },
    ]);
    const item = { type: 'FruitBasket', id: 'i', ...words };
    const payload = { type: 'item_completed', thread_id: THREAD, turn_id: 'u', item, completed_at_ms: 1 };
    const [entry] = [...entriesOf(linesOf({ type: 'event_msg', payload }))];
    expect(entry && asideMessages(entry, 'legacy')).toMatchObject([{ text: 'event_msg item_completed: label: plum' }]);
  });

  test('an error that a person saw, and speech', () => {
    expect(asideOf({ type: 'event_msg', payload: { type: 'error', message: 'No plum' } })).toMatchObject([
      { role: 'system', text: 'error: No plum' },
    ]);
    const payload = { type: 'transcriptSegment', role: 'user', text: 'A plum' };
    expect(asideOf({ type: 'realtime_item', payload })).toMatchObject([{ role: 'user', text: 'A plum' }]);
  });

  test('the task of an agent', () => {
    const payload = {
      type: 'agent_message',
      author: '/root',
      recipient: '/root/worker',
      content: [{ type: 'input_text', text: 'Do plum' }],
    };
    expect(asideOf({ type: 'response_item', payload })).toMatchObject([{ text: 'message of /root: Do plum' }]);
  });

  test('the task of an agent without the header that the program puts before it', () => {
    const text = 'Message Type: NEW_TASK\nTask name: /root/worker\nSender: /root\nPayload:\nDo plum';
    const payload = {
      type: 'agent_message',
      author: '/root',
      recipient: '/root/worker',
      content: [{ type: 'input_text', text }],
    };
    expect(asideOf({ type: 'response_item', payload })).toMatchObject([
      { text: 'message of /root: NEW_TASK, /root/worker\nDo plum' },
    ]);
  });

  test('a record of a type that is not known', () => {
    const payload = { type: 'speech', transcript: 'plum' };
    expect(asideOf({ type: 'orchard', payload })).toMatchObject([
      { role: 'system', text: 'orchard speech: transcript: plum' },
    ]);
    expect(asideOf({ type: 'world_state', payload: { state: 'plum' } })).toEqual([]);
  });
});

test('why a turn failed, that it was interrupted, and a goal once', () => {
  const event = (payload: object) => ({ type: 'event_msg', payload: { turn_id: 'u', ...payload } });
  const goal = { type: 'thread_goal_updated', goal: { threadId: 't', objective: 'Reach plum' } };
  const error = { message: '{"error":{"message":"Bad plum"}}' };
  const source = linesOf(
    event(goal),
    event({ type: 'task_started' }),
    event(goal),
    event({ type: 'task_complete', error }),
    event({ type: 'turn_aborted', reason: 'interrupted' }),
  );
  const reader = new PaginatedTurns();
  const said = [...entriesOf(source)].flatMap((entry) => {
    const item = reader.take(entry);
    return item === null ? [] : messagesOfItem(item).map(({ role, text }) => [role, text]);
  });
  expect(said).toEqual([
    ['user', 'Reach plum'],
    ['system', 'the turn failed: Bad plum'],
    ['system', 'the turn was interrupted'],
  ]);
});

test('the page of the format says of each type of item where its words go', () => {
  const page = readFileSync(new URL('../../../../docs/formats/codex.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('### Where the words'), page.indexOf('## Verify and heal'));
  expect(ITEM_TYPES.filter((type) => !table.includes(`\`${type}\``))).toEqual([]);
});

test('an event of a search that is repeated in its turn is one item in a legacy thread', () => {
  const event = (type: string, more: object = {}) => ({ type: 'event_msg', payload: { type, ...more } });
  const search = (call_id: string) => event('web_search_end', { call_id, query: 'pears', action: { type: 'search' } });
  const shown = (...events: readonly object[]) => {
    const reader = turnReader(null);
    return [...entriesOf(linesOf(...events))].flatMap((entry) => reader.take(entry)?.type ?? []);
  };
  const [begin, end] = [event('task_started', { turn_id: 'u' }), event('task_complete', { turn_id: 'u' })];
  expect(shown(begin, search('a'), search('a'), end)).toEqual(['webSearch']);
  expect(shown(begin, search('a'), search('b'), end)).toEqual(['webSearch', 'webSearch']);
  expect(shown(begin, search('a'), end, search('a'))).toEqual(['webSearch', 'webSearch']);
});
