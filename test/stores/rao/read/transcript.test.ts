import { expect, test } from 'vitest';
import type { Message } from '../../../../src/model/conversation.ts';
import { raoTranscript } from '../../../../src/stores/rao/read/transcript.ts';
import { type Files, openFiles } from '../open-folder.ts';

function transcript(log: unknown, files: Files = {}) {
  const folder = openFiles({
    'conversation_log.json': typeof log === 'string' ? log : JSON.stringify(log),
    ...files,
  }).active;
  if (folder === null) throw new Error('no folder');
  const { messages: all, ...rest } = raoTranscript(folder);
  return { messages: [...all], ...rest };
}

function messages(log: unknown, files: Files = {}): readonly Message[] {
  return transcript(log, files).messages;
}

const EDIT = [
  { id: 1, role: 'user', content: 'Write a.R', original_query: true },
  {
    id: 2,
    role: 'assistant',
    function_call: {
      name: 'edit_file',
      arguments: '{"filename":"R/a.R","keyword":"end"}',
      call_id: 'call_1',
      msg_id: 2,
    },
    related_to: 1,
  },
  { id: 3, type: 'function_call_output', call_id: 'call_1', output: 'old', related_to: 2 },
  { id: 4, role: 'assistant', content: '```r\nx\n```', related_to: 2 },
  { id: 5, role: 'user', content: 'Response pending...', related_to: 2, procedural: true },
];

test('an edit is told with its file, where it goes, its lines and its buttons; call, output and answer are hidden', () => {
  const lines = [{ type: 'added' }, { type: 'added' }, { type: 'deleted' }, { type: 'unchanged' }];
  const told = messages(EDIT, {
    'conversation_diffs.json': JSON.stringify({ diffs: { 2: { diff_data: lines } } }),
    'message_buttons.csv': '"message_id","buttons_run"\n2,TRUE\n',
  });
  expect(told.map(({ index, id, hidden }) => [index, id, hidden])).toEqual([
    [0, '1', false],
    [1, '2', true],
    [2, '3', true],
    [3, '4', false],
    [4, '5', true],
  ]);
  expect(told[1]).toMatchObject({
    type: 'tool_call',
    name: 'edit_file',
    arguments: '{"filename":"R/a.R","keyword":"end"}',
  });
  expect(told[2]).toMatchObject({ role: 'tool', type: 'tool_output', text: 'old', callId: 'call_1' });
  expect(told[3]).toEqual({
    index: 3,
    at: '/3',
    id: '4',
    relatedTo: '2',
    role: 'assistant',
    type: 'text',
    text: 'x',
    name: 'edit_file',
    callId: 'call_1',
    marks: ['edits a.R', 'pending', 'at the end', '+2 -1', 'buttons clicked'],
    hidden: false,
  });
});

test.each([
  ['{"filename":"a.R","insert_line":4}', 'after line 4'],
  ['{"filename":"a.R","insert_line":0}', 'at the start'],
  ['{"filename":"a.R","start_line":2,"end_line":7}', 'lines 2-7'],
  ['{"filename":"a.R","keyword":"start"}', 'at the start'],
  ['{"filename":"a.R","keyword":"fit <-"}', 'in place of fit <-'],
])('an edit of %s goes %s', (args, mode) => {
  const [question, call, ...rest] = EDIT;
  const told = messages([question, { ...call, function_call: { name: 'edit_file', arguments: args } }, ...rest]);
  expect(told[3]?.marks).toEqual(['edits a.R', 'pending', mode]);
});

test('an edit that the model gave up is told as such', () => {
  const told = messages([...EDIT.slice(0, 3), { ...EDIT[3], content: 'The model chose to cancel the edit.' }]);
  expect(told[3]).toMatchObject({ text: 'The model chose to cancel the edit.', marks: ['edits a.R: cancelled'] });
});

test('a command is told by what it runs, with what it is for', () => {
  const call = { name: 'run_console_cmd', arguments: '{"command":"1+1","explanation":"Add"}', call_id: 'c' };
  const [told] = messages([{ id: 2, role: 'assistant', function_call: call }], {
    'message_buttons.csv': '"message_id","buttons_run"\n2,TRUE\n',
  });
  expect(told).toMatchObject({
    type: 'tool_call',
    text: '1+1',
    name: 'run_console_cmd',
    callId: 'c',
    marks: ['Add', 'buttons clicked'],
  });
  expect(told?.arguments).toBe(call.arguments);
});

test('cancelled and partial messages, and the times of Erdos, are told', () => {
  const [told] = messages([
    {
      id: 1,
      role: 'assistant',
      content: 'P',
      cancelled: true,
      partial_content: true,
      timestamp: '2025-10-02T08:00:05.900Z',
    },
  ]);
  expect(told).toMatchObject({ cancelled: true, partial: true, time: 1759392005 });
});

test('a message that is not shown is hidden, and keeps its place', () => {
  const told = messages([
    { id: 3, role: 'developer', content: 'Be short.' },
    {
      id: 1,
      role: 'user',
      content: [
        { type: 'input_text', text: 'Plot:' },
        { type: 'input_image', image_url: 'data:' },
      ],
    },
    null,
    { id: 2, role: 'narrator', content: { a: 1 } },
    { id: 4, role: 'assistant' },
  ]);
  expect(told.map(({ at, role, type, text, hidden }) => [at, role, type, text, hidden])).toEqual([
    ['/2', null, 'other', 'null', true],
    ['/1', 'user', 'image', 'Plot:', true],
    ['/3', null, 'text', '{"a":1}', true],
    ['/0', 'system', 'text', 'Be short.', true],
    ['/4', 'assistant', 'other', null, true],
  ]);
  expect(told[3]?.marks).toEqual(['developer']);
});

test('where R stops, the rest is hidden, and a section says so', () => {
  const { messages: told, sections } = transcript([
    { id: 1, role: 'user', content: 'a' },
    { id: 2, role: 'user', content: 'b', procedural: 'true' },
    { id: 3, role: 'user', content: 'c' },
  ]);
  expect(told.map(({ text, hidden }) => [text, hidden])).toEqual([
    ['a', false],
    ['b', true],
    ['c', true],
  ]);
  expect(sections).toEqual([
    {
      key: 'display',
      title: 'display',
      value: { source: '{"stops":"at /1","because":"procedural is neither true nor false"}' },
      lines: ['Rao stops at /1: procedural is neither true nor false. What it does not get to is hidden (--all).'],
    },
  ]);
});

test('of a torn log the whole messages are shown', () => {
  const told = messages('[{"id":1,"role":"user","content":"a"},{"id":2,"role":"assistant","content":"b"},{"id":3,"ro');
  expect(told.map(({ text, hidden }) => [text, hidden])).toEqual([
    ['a', false],
    ['b', false],
  ]);
});

test('of an object as the outermost value the members are gone through', () => {
  expect(messages('{"a/b":{"id":1,"role":"user","content":"x"}}')).toMatchObject([
    { at: '/a~1b', text: 'x', hidden: false },
  ]);
});

test('a command and an edit that were not carried out say so', () => {
  const command = (id: number, output: string) => [
    {
      id,
      role: 'assistant',
      function_call: { name: 'run_console_cmd', arguments: '{"command":"x"}', call_id: `c${id}`, msg_id: id },
      related_to: 1,
    },
    { id: id + 1, type: 'function_call_output', call_id: `c${id}`, output, related_to: id, procedural: true },
  ];
  const told = messages([
    ...EDIT.slice(0, 4),
    { id: 5, role: 'user', content: 'Edit file command rejected by user', related_to: 2, procedural: true },
    ...command(6, 'Console command cancelled by user'),
    ...command(8, 'Response pending...'),
    ...command(10, '[1] 0.13'),
  ]);
  expect(told.map(({ marks = [], failed }) => [marks.join(), failed])).toEqual([
    ['', undefined],
    ['', undefined],
    ['', undefined],
    ['edits a.R,rejected,at the end', undefined],
    ['', undefined],
    ['cancelled', undefined],
    ['cancelled', true],
    ['pending', undefined],
    ['pending', undefined],
    ['', undefined],
    ['', undefined],
  ]);
});
