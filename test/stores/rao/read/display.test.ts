import { describe, expect, test } from 'vitest';
import { displayOf } from '../../../../src/stores/rao/read/display.ts';
import { type Files, openFiles } from '../open-folder.ts';

/** What is drawn, in order, as a word and what it is about; and where it stops. */
function drawn(log: unknown, files: Files = {}): readonly string[] {
  const folder = openFiles({ 'conversation_log.json': JSON.stringify(log), ...files }).active;
  if (folder === null) throw new Error('no folder');
  const { messages, items, stop } = displayOf(folder);
  const words = messages.flatMap(({ index }) =>
    (items.get(index) ?? []).map((each) => {
      const used = 'clicked' in each && each.clicked ? ' (clicked)' : '';
      if (each.as === 'line') return `${index} ${each.text}`;
      if (each.as === 'command') return `${index} $ ${each.command} # ${each.explanation}${used}`;
      return each.as === 'edit' ? `${index} ${each.fileName}: ${each.text}${used}` : `${index} ${each.as}`;
    }),
  );
  return stop === null ? words : [...words, `stops at ${stop.message?.index ?? 'none'}: ${stop.why}`];
}

function call(id: unknown, name: string, args: unknown, more: object = {}): object {
  const call = {
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    call_id: `call_${id}`,
    msg_id: id,
  };
  return { id, role: 'assistant', function_call: call, related_to: 1, ...more };
}

describe('the order', () => {
  const said = (id: unknown) => ({ id, role: 'assistant', content: 'x' });

  test('is that of the ids, none counting as 0, equal ones as they stand', () => {
    expect(drawn([said(2), said(1), { role: 'assistant', content: 'x' }, said(1)])).toEqual([
      '2 answer',
      '1 answer',
      '3 answer',
      '0 answer',
    ]);
  });

  test('is that of texts when one id is a text', () => {
    expect(drawn([said('b'), said(10), said(2)])).toEqual(['1 answer', '2 answer', '0 answer']);
  });

  test('cannot be told with an id that is an object; nothing is shown then', () => {
    expect(drawn([said(1), said({})])).toEqual(['stops at none: an id is an object or a list']);
    expect(drawn([said({})])).toEqual(['0 answer']);
  });
});

describe('a message of a person', () => {
  const said = (more: object) => drawn([{ id: 1, role: 'user', content: 'x', ...more }]);

  test.each<[string, object, string[]]>([
    ['is shown', {}, ['0 question']],
    ['is hidden when it is procedural', { procedural: true }, []],
    ['is hidden when procedural is a number other than 0', { procedural: 2 }, []],
    ['is shown when procedural is 0', { procedural: 0 }, ['0 question']],
    ['is hidden with plots', { plots: ['p'] }, []],
    ['is shown with an empty list of plots', { plots: [] }, ['0 question']],
    ['is hidden with an image', { content: [{ type: 'input_image' }] }, []],
    ['is hidden without a content', { content: null }, []],
    ['is not a message of a person when the role is another', { role: 'developer' }, []],
    ['is shown when its role stands in a list', { role: ['user'] }, ['0 question']],
  ])('%s', (_, more, expected) => expect(said(more)).toEqual(expected));

  test.each<[string, object, string]>([
    ['procedural as a text', { procedural: 'true' }, 'procedural is neither true nor false'],
    ['procedural as an empty object', { procedural: {} }, 'procedural is neither true nor false'],
    ['a content that is a list of texts', { content: ['x'] }, 'a content is a list of texts'],
    ['an empty role', { role: {} }, 'a role is empty'],
  ])('stops the display with %s', (_, more, why) => expect(said(more)).toEqual([`stops at 0: ${why}`]));
});

describe('a call told in one line', () => {
  test.each<[string, unknown, string]>([
    ['find_keyword_context', { keyword: 'fit' }, "Searched repository for 'fit'"],
    ['grep_search', { query: 'a'.repeat(26) }, `Searched pattern '${'a'.repeat(25)}...'`],
    ['grep_search', { query: '😀'.repeat(25) }, `Searched pattern '${'😀'.repeat(25)}'`],
    [
      'grep_search',
      { query: 'x', include_pattern: '*.R', exclude_pattern: 'old' },
      "Searched pattern 'x' (include: *.R, exclude: old)",
    ],
    ['read_file', { filename: 'R/a.R' }, 'Read a.R'],
    ['read_file', { filename: ['R/a.R'] }, 'Read a.R'],
    ['view_image', { image_path: 'x/fig.png/' }, 'Viewed image: fig.png'],
    ['search_for_file', {}, "Searched for files matching 'unknown'"],
    ['list_dir', { relative_workspace_path: '.' }, 'Listed contents of the current directory'],
    ['read_file', 'null', 'Read unknown'],
  ])('%s %j', (name, args, line) => expect(drawn([call(2, name, args)])).toEqual([`0 ${line}`]));

  test.each<[string, unknown, string]>([
    ['read_file', '{"filename": "a', 'the arguments of a call are not JSON'],
    ['read_file', '5', 'the arguments of a call have no names'],
    ['read_file', { filename: 3 }, 'the argument filename is not text'],
    ['grep_search', { query: {} }, 'the argument query is empty'],
  ])('%s %j stops the display', (name, args, why) => {
    expect(drawn([call(2, name, args)])).toEqual([`stops at 0: ${why}`]);
  });

  test('arguments as an object are understood from two members on', () => {
    const given = (args: unknown) => [{ id: 2, function_call: { name: 'read_file', arguments: args } }];
    expect(drawn(given({ filename: 'a.R', all: true }))).toEqual(['0 Read a.R']);
    expect(drawn(given({ filename: 'a.R' }))).toEqual(['stops at 0: the arguments of a call are not JSON']);
    expect(drawn(given(['{"filename":"a.R"}']))).toEqual(['0 Read a.R']);
    expect(drawn(given(null))).toEqual(['0 Read unknown']);
  });
});

describe('a command', () => {
  test.each<[string, unknown, object, string]>([
    ['run_console_cmd', { command: '```r\n1 + 1\n```', explanation: 'Add' }, {}, '$ 1 + 1 # Add'],
    ['run_terminal_cmd', { command: '```bash\nls\n```\n' }, {}, '$ ls # '],
    ['delete_file', { filename: 'a.R' }, {}, '$ unlink("a.R") # Deleting file: a.R'],
    ['delete_file', { filename: 'a.R', explanation: 'Old' }, {}, '$ unlink("a.R") # Old'],
    [
      'run_file',
      { filename: 'R/a.R', start_line_one_indexed: 2 },
      { modified_script: 'x' },
      '$ x # Running: a.R (2-end)',
    ],
    ['run_file', { filename: 'a.R', end_line_one_indexed_inclusive: 4 }, {}, '$  # Running: a.R (1-4)'],
    ['run_file', {}, {}, '$  # Running file'],
    ['run_console_cmd', '{"command": "1', {}, '$  # '],
  ])('%s %j', (name, args, more, shown) => expect(drawn([call(2, name, args, more)])).toEqual([`0 ${shown}`]));

  test('a call that is not an object stops the display, a list does not', () => {
    expect(drawn([{ id: 1, function_call: 'x' }])).toEqual(['stops at 0: a function call is not an object']);
    expect(drawn([{ id: 1, function_call: [] }])).toEqual([]);
  });
});

describe('buttons', () => {
  const log = [call(2, 'run_console_cmd', { command: 'a' }), call(4, 'run_console_cmd', { command: 'b' })];
  const table = (text: string) => drawn(log, { 'message_buttons.csv': text });
  const [a, b] = ['0 $ a # ', '1 $ b # '];

  test.each([
    ['used', '"message_id","buttons_run"\n2,TRUE\n4,FALSE\n', [`${a} (clicked)`, b]],
    ['numbers in a column of numbers', '"message_id","buttons_run"\n2,1\n4,0\n', [`${a} (clicked)`, b]],
    ['four columns with names', 'message_id,buttons_run,next_button,on_deck_button\n2,"Run","",""\n', [a, b]],
    ['none', '"message_id","buttons_run"\n', [a, b]],
  ])('%s', (_, text, expected) => expect(table(text)).toEqual(expected));

  test.each([
    [
      'two rows of one message',
      '"message_id","buttons_run"\n2,TRUE\n2,TRUE\n',
      'message_buttons.csv has several rows for one message',
    ],
    [
      'a row without a message',
      '"message_id","buttons_run"\n,TRUE\n9,TRUE\n',
      'message_buttons.csv has a row without a message',
    ],
    ['a missing column', '"message_id","next"\n2,TRUE\n', 'message_buttons.csv lacks a column'],
    ['0 bytes', '', 'message_buttons.csv: no lines available in input'],
  ])('%s stop the display behind the first widget', (_, text, why) => {
    expect(table(text)).toEqual([a, `stops at 0: ${why}`]);
  });
});

describe('an edit', () => {
  const log = (content: unknown, more: object = {}) => [
    call(2, 'edit_file', { filename: 'R/a.R' }),
    { id: 4, role: 'assistant', content, related_to: 2, ...more },
  ];

  test.each([
    ['```r\nx\n```', 'x'],
    ['```\nx\n``` and ```\ny\n```', 'x\n and y'],
    ['````rmd\n# T\n```{r}\n1\n```\n````', '# T\n```{r}\n1\n```'],
    ['no fence ', 'no fence'],
    ['The model chose to cancel the edit.', 'The model chose to cancel the edit.'],
  ])('%j is shown as %j', (content, text) => expect(drawn(log(content))).toEqual([`1 a.R: ${text}`]));

  test('is found by an id that is a text, or stands in a list', () => {
    expect(drawn(log('x', { related_to: '2' }))).toEqual(['1 a.R: x']);
    expect(drawn(log('x', { related_to: [2] }))).toEqual(['1 a.R: x']);
  });

  test('is used when its call is', () => {
    const files = { 'message_buttons.csv': '"message_id","buttons_run"\n2,TRUE\n' };
    expect(drawn(log('x'), files)).toEqual(['1 a.R: x (clicked)']);
  });

  test('has the title of the first message with its id, which can be another', () => {
    const first = { id: 4, role: 'assistant', content: 'y', related_to: 3 };
    const other = call(3, 'edit_file', { filename: 'b.R' });
    expect(drawn([other, first, ...log('x')])).toEqual(['1 b.R: y', '3 b.R: x']);
  });

  test('stops the display with a relation, an id or a content that R cannot compare', () => {
    expect(drawn(log('x', { related_to: {} }))).toEqual(['stops at 1: related_to is an object or a list']);
    expect(drawn(log('x', { id: null }))).toEqual(['stops at 1: an edit has no id']);
    expect(drawn(log({}))).toEqual(['stops at 1: the content of an edit is not text']);
  });

  test('a relation that R cannot compare does no harm without a call of an edit', () => {
    expect(drawn([{ id: 4, role: 'assistant', content: 'x', related_to: {} }])).toEqual(['0 answer']);
  });
});

test('a message can be a call and an answer', () => {
  expect(drawn([call(2, 'read_file', { filename: 'a.R' }, { content: 'Reading.' })])).toEqual([
    '0 Read a.R',
    '0 answer',
  ]);
});

test('a call whose name is empty stops it', () => {
  expect(drawn([{ id: 1, role: 'assistant', function_call: { name: {}, arguments: '{}' } }])).toEqual([
    'stops at 0: the name of a call is empty',
  ]);
});

test('an edit that is related to its call by a list of one has its lines counted', () => {
  const files = { 'conversation_diffs.json': '{"diffs":{"2":{"diff_data":[{"type":"added","content":"x"}]}}}' };
  const log = [call(2, 'edit_file', { filename: 'a.R' }), { id: 3, role: 'assistant', content: 'x', related_to: [2] }];
  const folder = openFiles({ 'conversation_log.json': JSON.stringify(log), ...files }).active;
  const edits = folder === null ? [] : [...displayOf(folder).items.values()].flat();
  expect(edits).toMatchObject([{ as: 'edit', fileName: 'a.R', diff: { name: '2' } }]);
});

test('a command whose id is not an integer to R stops it, where there are buttons', () => {
  const log = [call(99999999999, 'run_console_cmd', { command: 'ls' })];
  expect(drawn(log)).toEqual(['0 $ ls # ']);
  expect(drawn(log, { 'message_buttons.csv': '"message_id","buttons_run"\n2,TRUE\n' })).toEqual([
    '0 $ ls # ',
    expect.stringContaining('stops at 0'),
  ]);
});
