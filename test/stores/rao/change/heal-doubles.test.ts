import { describe, expect, test } from 'vitest';
import { again, codesOf, drawn, folder, healed, text } from './healing.ts';

type Message = Readonly<Record<string, unknown>>;

const question = (id: number, content = 'q'): Message => ({ id, role: 'user', content, original_query: true });
const answer = (id: number, related_to: number, content = 'a'): Message => ({
  id,
  role: 'assistant',
  content,
  related_to,
});
const call = (id: number, name: string, args: Message, call_id: string): Message => ({
  id,
  role: 'assistant',
  function_call: { name, arguments: JSON.stringify(args), call_id, msg_id: id },
  related_to: 1,
});
const output = (id: number, related_to: number, call_id: string): Message => ({
  id,
  type: 'function_call_output',
  call_id,
  output: 'o',
  related_to,
});
const accepted = (id: number, related_to: number): Message => ({
  id,
  role: 'user',
  content: 'Edit file command accepted by user.',
  related_to,
  procedural: true,
});

/** A session that edits a file, and one after a restart that plots. */
const EDITING = [
  question(1),
  call(2, 'edit_file', { filename: 'a.R' }, 'c1'),
  output(3, 2, 'c1'),
  answer(4, 2, '```r\nx\n```'),
  accepted(5, 2),
];
const PLOTTING = [
  question(1, 'plot'),
  call(2, 'run_console_cmd', { command: 'plot(1)' }, 'c2'),
  output(3, 2, 'c2'),
  {
    id: 4,
    role: 'user',
    content: [{ type: 'input_text', text: 'Generated plot:' }],
    related_to: 2,
    plots: ['plot_x'],
    plots_file: '/base/conversations/conversation_1/plots/plots_2.json',
  },
  answer(6, 1, 'done'),
];

const parsed = (source: string): Message[] => JSON.parse(source);
const column = (log: string, key: string) => parsed(log).map((message) => message[key] ?? null);

test('an answer that is there twice, once before its question, stays behind it', () => {
  const twice = answer(4, 3, 'second');
  const result = healed(folder([question(1), twice, answer(2, 1), question(3), twice]));
  expect(column(result.log, 'id')).toEqual([1, 4, 2, 3, 5]);
  expect(result.notes).toEqual(['conversation_log.json gives the second message 4, at /4, the id 5']);
  const other = healed(folder([question(1), answer(4, 3, 'other'), answer(2, 1), question(3), twice]));
  expect(other.reason).toContain('/1 would come before what it answers');
});

describe('a stretch of ids that begins again from 1', () => {
  const before = folder([...EDITING, ...PLOTTING], {
    'conversation_diffs.json': '{"diffs":{"2":{"message_id":"2","conversation_index":1,"diff_data":[]}}}',
    'message_buttons.csv': '"message_id","buttons_run"\n2,TRUE\n',
    'file_changes.json':
      '{"changes":[{"id":1,"conversation_id":5,"conversation_index":1,"action":"create","file_path":"a.R","content":"x"}]}',
    'plots/plots_2.json': '{"plot_x":"AAA"}',
  });
  const result = healed(before);

  test('is raised above what was there, its gaps and references with it', () => {
    expect(column(result.log, 'id')).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 12]);
    expect(column(result.log, 'related_to')).toEqual([null, 1, 2, 2, 2, null, 7, 8, 8, 7]);
    expect(parsed(result.log)[6]).toMatchObject({ function_call: { msg_id: 8, call_id: 'c2' } });
    expect(result.notes).toEqual([
      'conversation_log.json raises the ids of 5 messages by 6: Rao had begun to count from 1 again',
    ]);
  });

  test('takes along what belongs to it, and leaves the rest', () => {
    expect(Object.keys(result.files)).toContain('plots/plots_8.json');
    expect(parsed(result.log)[8]).toMatchObject({ plots_file: expect.stringMatching(/plots_8\.json$/) });
    for (const name of ['conversation_diffs.json', 'file_changes.json'])
      expect(text(result.files[name])).toBe(before[name]);
  });

  test('keeps its buttons as they are shown', () => {
    expect(text(result.files['message_buttons.csv'])).toBe('"message_id","buttons_run"\n2,TRUE\n8,TRUE\n');
    expect(drawn(again(result)).filter((line) => line.startsWith('stops'))).toEqual([]);
  });

  test('is one Change, the log last', () => {
    expect(result.steps.map((step) => (step.do === 'move' ? step.to : step.path).split('/').at(-1))).toEqual([
      'plots_8.json',
      'message_buttons.csv',
      'conversation_log.json',
    ]);
    expect(codesOf(again(result))).toEqual([]);
  });

  test('takes its diffs and changes along where they are its own', () => {
    const other = healed(
      folder([...PLOTTING.slice(0, 3), ...EDITING], {
        'conversation_diffs.json': '{ "diffs" : {"2" :{"message_id": "2"}}}',
        'file_changes.json': '{"changes":[{"id":1,"conversation_id":5,"file_path":"a.R"}]}',
      }),
    );
    expect(column(other.log, 'id')).toEqual([1, 2, 3, 6, 7, 8, 9, 10]);
    expect(text(other.files['conversation_diffs.json'])).toBe('{ "diffs" : {"7" :{"message_id": "7"}}}');
    expect(text(other.files['file_changes.json'])).toBe(
      '{"changes":[{"id":1,"conversation_id":10,"file_path":"a.R"}]}',
    );
  });

  test('takes the links of Erdos along', () => {
    const log = [question(1), answer(2, 1), question(1), call(2, 'read_file', {}, 'c'), answer(4, 1)];
    const result = healed(folder(log, { 'code_links.json': '{"2":[],"4":[{"text":"a"}]}' }));
    expect(column(result.log, 'id')).toEqual([1, 2, 5, 6, 8]);
    expect(text(result.files['code_links.json'])).toBe('{"2":[],"8":[{"text":"a"}]}');
  });

  test('may come more than once', () => {
    const result = healed(folder([question(1), answer(2, 1), question(1), answer(2, 1), question(1), answer(2, 1)]));
    expect(column(result.log, 'id')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(column(result.log, 'related_to')).toEqual([null, 1, null, 3, null, 5]);
  });
});

describe('a message that has the id of another', () => {
  test('gets the one its call names', () => {
    const log = [question(1), call(2, 'read_file', { filename: 'a' }, 'c1'), output(3, 2, 'c1'), answer(9, 1)];
    const double = { ...call(4, 'read_file', { filename: 'b' }, 'c2'), id: 3 };
    const result = healed(folder([...log.slice(0, 3), double, output(5, 4, 'c2'), log[3]]));
    expect(column(result.log, 'id')).toEqual([1, 2, 3, 4, 5, 9]);
    expect(column(result.log, 'related_to')).toEqual([null, 1, 2, 1, 4, 1]);
  });

  test('gets the one that is free between its neighbours', () => {
    const result = healed(folder([question(1), output(13, 1, 'c'), answer(13, 1), accepted(15, 1)]));
    expect(column(result.log, 'id')).toEqual([1, 13, 14, 15]);
    expect(result.notes).toEqual(['conversation_log.json gives the second message 13, at /2, the id 14']);
  });

  test('is left where no number is free', () => {
    const log = folder([question(1), answer(2, 1), answer(2, 1), answer(3, 1)]);
    expect(healed(log).reason).toBe(
      'conversation_log.json has the id 2 twice, and no number is free for the message at /2',
    );
  });
});

describe('references that two messages may be meant by are refused:', () => {
  const edit = (id: number, call_id: string) => call(id, 'edit_file', { filename: 'a.R' }, call_id);
  const twice = [question(1), edit(2, 'c1'), output(3, 2, 'c1'), question(1), edit(2, 'c2'), output(3, 2, 'c2')];

  test('related_to', () => {
    const log = [question(1), edit(2, 'c1'), edit(2, 'c2'), accepted(5, 2)];
    expect(healed(folder(log)).reason).toBe(
      'conversation_log.json has the id 2 twice, and /3 may be related to either',
    );
  });

  test('diffs', () => {
    expect(healed(folder(twice, { 'conversation_diffs.json': '{"diffs":{"2":{}}}' })).reason).toBe(
      'conversation_diffs.json has diffs of message 2, and two messages had that id',
    );
  });

  test('file changes', () => {
    const changes = '{"changes":[{"id":1,"conversation_id":3,"file_path":"a.R"}]}';
    expect(healed(folder(twice, { 'file_changes.json': changes })).reason).toBe(
      'file_changes.json has a change of "a.R" that may belong to either of two messages 3',
    );
  });

  test('plots', () => {
    expect(healed(folder(twice, { 'plots/plots_2.json': '{"plot_x":"A"}' })).reason).toBe(
      'has plots_2.json, and two calls had the id 2: it is not certain whose plots they are',
    );
  });

  test('summaries', () => {
    const log = folder([question(1), answer(2, 1), question(1), answer(2, 1)], {
      'summaries.json': '{"summaries":{"1":{"query_number":1},"2":{"query_number":2}}}',
    });
    expect(healed(log).reason).toBe('summaries.json has a summary of question 2, and it is not certain which that was');
  });

  test('but without any of them the same log is healed', () => {
    expect(column(healed(folder(twice)).log, 'id')).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

test('a call that gets the id of a row of buttons keeps that row alone', () => {
  const called = (id: number, callId: string, msgId: number) => ({
    id,
    role: 'assistant',
    function_call: { name: 'run_console_cmd', arguments: '{"command":"ls"}', call_id: callId, msg_id: msgId },
    related_to: 4,
  });
  const question = { id: 4, role: 'user', content: 'q', original_query: true };
  const output = (id: number, callId: string) => ({
    id,
    type: 'function_call_output',
    call_id: callId,
    output: 'o',
    related_to: 7,
  });
  const log = [question, called(5, 'a', 5), { ...output(6, 'a'), related_to: 5 }, called(5, 'b', 7), output(8, 'b')];
  const buttons = '"message_id","buttons_run"\n5,TRUE\n7,TRUE\n';
  const result = healed(folder(log, { 'message_buttons.csv': buttons }));
  expect(result.reason).toBe('');
  expect(JSON.parse(result.log).map(({ id }: { id: number }) => id)).toEqual([4, 5, 6, 7, 8]);
  expect(result.files['message_buttons.csv']).toBe(buttons);
});
