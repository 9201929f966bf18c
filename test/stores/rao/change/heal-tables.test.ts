import { describe, expect, test } from 'vitest';
import { decideRao } from '../../../../src/stores/rao/change/decide.ts';
import { ask } from '../../ask.ts';
import { openParts, partsOf } from '../open-folder.ts';
import { again, codesOf, folder, healed, text } from './healing.ts';

const LOG = JSON.stringify([
  { id: 1, role: 'user', content: 'q', original_query: true },
  {
    id: 2,
    role: 'assistant',
    function_call: { name: 'run_console_cmd', arguments: '{"command":"1"}', call_id: 'c', msg_id: 2 },
    related_to: 1,
  },
  { id: 3, type: 'function_call_output', call_id: 'c', output: 'o', related_to: 2 },
]);

/** What becomes of one companion of a sound log. */
function file(name: string, content: string | Uint8Array, lossy = false): string {
  const result = healed(folder(LOG, { [name]: content }), { lossy });
  return result.state === 'refused' ? `refused: ${result.reason}` : text(result.files[name]);
}

describe('buttons', () => {
  const buttons = (rows: string, lossy = false) => file('message_buttons.csv', rows, lossy);

  test('of one message become one row, clicked if any is', () => {
    expect(buttons('"message_id","buttons_run"\r\n2,FALSE\r\n2,TRUE\r\n')).toBe(
      '"message_id","buttons_run"\r\n2,TRUE\r\n',
    );
    expect(buttons('message_id,buttons_run\n2,TRUE\n2,FALSE\n2,TRUE')).toBe('message_id,buttons_run\n2,TRUE\n');
  });

  test('that R cannot read keep what each row says', () => {
    const rows = '"message_id","buttons_run"\n2,TRUE,1,2,3\nx,y\n2\n';
    expect(buttons(rows)).toMatch(/^refused: message_buttons.csv .*: needs --lossy$/);
    expect(buttons(rows, true)).toBe('"message_id","buttons_run"\n2,TRUE\n');
  });

  test('that R cannot read get a header, and what is sound in them stays', () => {
    expect(buttons('2,TRUE\r\n3, "FALSE" \r\n"4",T,x\r\n', true)).toBe(
      '"message_id","buttons_run"\r\n2,TRUE\r\n3,FALSE\r\n4,T\r\n',
    );
    expect(buttons('"message_id"\n2,TRUE,1\n', true)).toBe('"message_id","buttons_run"\n2,TRUE\n');
  });

  test('of an empty file begin as Rao begins them', () => {
    expect(buttons('')).toBe('"message_id","buttons_run"\n');
  });
});

describe('the history of scripts', () => {
  test('gets quotes around names that R takes apart', () => {
    const before = 'filename\torder\tconversation_index\nit\'s.R\t1\t1\nplain name.R\t2\t1\nC#.R\t3\t1\na"b.R\t4\t1\n';
    expect(file('script_history.tsv', before)).toBe(
      'filename\torder\tconversation_index\n"it\'s.R"\t1\t1\nplain name.R\t2\t1\n"C#.R"\t3\t1\n"a""b.R"\t4\t1\n',
    );
  });

  const HEAD = 'filename\torder\tconversation_index\n';
  const history = (rows: string) => file('script_history.tsv', HEAD + rows, true).replace(HEAD, '');

  test('completes a short row whose name is whole, and drops one that may be cut in its name', () => {
    expect(history('a.R\t1\t1\nb.R\t2')).toBe('a.R\t1\t1\nb.R\t2\t1');
    expect(history('a.R\t7\t1\nb.R\t\nc.R\t9\t1\n')).toBe('a.R\t7\t1\nb.R\t8\t1\nc.R\t9\t1\n');
    expect(history('a.R\t1\t1\nit"s')).toBe('a.R\t1\t1\n');
    expect(history("it's.R\t1\t1\nb.R\t2")).toBe('"it\'s.R"\t1\t1\nb.R\t2\t1');
    expect(file('script_history.tsv', `${HEAD}a.R\t1\t1\nsrc/f`)).toMatch(/^refused: .*: needs --lossy$/);
  });

  test('loses the fields that no column names, and a row of which nothing is left then', () => {
    expect(history('a.R\t1\t1\tx\nb.R\t2\t1\t\n')).toBe('a.R\t1\t1\nb.R\t2\t1\n');
    expect(history('a.R\t1\t1\nmy\tb.R\t2\t1\n')).toBe('a.R\t1\t1\n');
  });

  test('loses lines of white space without --lossy', () => {
    expect(file('script_history.tsv', `${HEAD}a.R\t1\t1\n \t\n`)).toBe(`${HEAD}a.R\t1\t1\n`);
  });

  test('gets the name of its third column', () => {
    expect(file('script_history.tsv', 'filename\torder\r\na.R\t1\t1\r\n')).toBe(
      'filename\torder\tconversation_index\r\na.R\t1\t1\r\n',
    );
  });

  test('keeps every row where its header is none that Rao knows', () => {
    expect(file('script_history.tsv', `sep=,\n${HEAD}a.R\t1\t1\n`, true)).toBe(`sep=,\n${HEAD}a.R\t1\t1\n`);
  });

  test('notes this conversation in a folder that was copied', () => {
    expect(file('script_history.tsv', 'filename\torder\tconversation_index\na.R\t1\t7\nb.R\t2\t1\n')).toBe(
      'filename\torder\tconversation_index\na.R\t1\t1\nb.R\t2\t1\n',
    );
  });

  test('begins anew where it is empty', () => {
    expect(file('script_history.tsv', '')).toBe('filename\torder\n');
  });
});

describe('a torn companion', () => {
  const changes =
    '{\n  "changes": [\n    {"id": 1, "conversation_id": 3, "conversation_index": 1},\n    {"id": 2, "con';

  test('keeps its whole entries', () => {
    expect(file('file_changes.json', changes)).toMatch(/^refused: file_changes.json is torn.*needs --lossy$/);
    expect(file('file_changes.json', changes, true)).toBe(
      '{\n  "changes": [\n    {"id": 1, "conversation_id": 3, "conversation_index": 1}]}\n',
    );
    expect(file('summaries.json', '{"summaries":{"1":{"query_number":1},"2":{"que', true)).toBe(
      '{"summaries":{"1":{"query_number":1}}}\n',
    );
    expect(file('conversation_diffs.json', '{"diffs":{"2":{"message_id":"2"}},"diffs_by_m', true)).toBe(
      '{"diffs":{"2":{"message_id":"2"}}}\n',
    );
  });

  test.each([
    ['file_changes.json', '{\n  "changes": []\n}\n'],
    ['conversation_diffs.json', '{\n  "diffs": []\n}\n'],
    ['summaries.json', '{\n  "summaries": []\n}\n'],
  ])('%s begins anew where no entry is whole', (name, begun) => {
    expect(file(name, '{"cha', true)).toBe(begun);
    expect(file(name, '{"changes": [ {"id": 1,', true).replaceAll(/\s/g, '')).toMatch(/^\{"\w+":\[\]\}$/);
    expect(file(name, '')).toBe(begun);
  });

  test('loses a tail, a stray comma and bare numbers as a log does', () => {
    expect(file('file_changes.json', '{"changes": [],}')).toBe('{"changes": []}');
    expect(file('file_changes.json', '{"changes": []}\n{"changes": []}', true)).toBe('{"changes": []}\n');
  });
});

describe('other files', () => {
  test('images lead to those of this folder', () => {
    const header = '"timestamp","message_id","file_path","local_path","filename"\n';
    const row = (path: string) => `2025-01-01 00:00:00,"","~/f.png","${path}","f.png"\n`;
    const before = folder(LOG, {
      'images.csv': header + row('/old/conversations/conversation_9/images_attached/f.png'),
      images_attached: null,
      'images_attached/f.png': 'png',
    });
    expect(text(healed(before).files['images.csv'])).toBe(
      header + row('/base/conversations/conversation_1/images_attached/f.png'),
    );
  });

  test('images of an archived folder lead to where it is restored', () => {
    const path = '/base/conversations/conversation_1/images_attached/f.png';
    const images = `"timestamp","message_id","file_path","local_path","filename"\n2025-01-01,"","~/f.png","${path}","f.png"\n`;
    const files = {
      'conversation_log.json': LOG,
      'images.csv': images,
      images_attached: null,
      'images_attached/f.png': 'png',
    };
    const parts = partsOf(files, '1', 'conversations/archive');
    expect(decideRao(openParts(parts), ask('heal')).outcome).toMatchObject({ state: 'unchanged' });
  });

  test('nothing is changed through a link', () => {
    const parts = partsOf(folder(`\ufeff${LOG}`)).map((part) =>
      part.role === 'log' ? { ...part, type: 'link' as const } : part,
    );
    expect(decideRao(openParts(parts), ask('heal')).outcome).toMatchObject({
      state: 'refused',
      unsafe: true,
    });
  });

  test('broken variables go into the journal', () => {
    const before = folder(LOG, { 'conversation_vars.rds': 'not R' });
    expect(healed(before).reason).toMatch(/^conversation_vars.rds .*: needs --lossy$/);
    const result = healed(before, { lossy: true });
    expect(result.steps).toMatchObject([
      { do: 'remove', what: 'file', path: 'conversations/conversation_1/conversation_vars.rds' },
    ]);
    expect(codesOf(again(result))).toEqual([]);
  });

  test('a folder with nothing but variables goes whole', () => {
    const result = healed({ 'conversation_vars.rds': 'x' });
    expect(result.steps).toMatchObject([{ do: 'remove', what: 'folder', path: 'conversations/conversation_1' }]);
    expect(result.outcome).toMatchObject({ after: { conversations: 0 } });
    expect(healed({ 'conversation_vars.rds': 'x' }, { only: ['RA010'] }).state).toBe('unchanged');
  });
});

describe('plain values in the place of objects', () => {
  const companion = (name: string, value: unknown) => {
    const left = file(name, JSON.stringify(value), true);
    return left.startsWith('{') ? JSON.parse(left) : left;
  };
  const line = { type: 'added', content: 'x', new_line: 1 };

  test.each([
    ['conversation_diffs.json', { diffs: { '2': 'x', '3': {} } }, { diffs: { '3': {} } }],
    ['conversation_diffs.json', { diffs: { '2': { diff_data: 7, flags: 'no' } } }, { diffs: { '2': {} } }],
    [
      'conversation_diffs.json',
      { diffs: { '2': { diff_data: ['a', line, 3] } } },
      { diffs: { '2': { diff_data: [line] } } },
    ],
    [
      'conversation_diffs.json',
      { diffs: { '2': { diff_data: { a: 1, b: 2 } } } },
      { diffs: { '2': { diff_data: {} } } },
    ],
    ['file_changes.json', { changes: ['x', true] }, { changes: [] }],
    ['summaries.json', { summaries: { '1': 'short' } }, { summaries: {} }],
  ])('go, each with a note: %s %j', (name, before, after) => {
    expect(companion(name, before)).toEqual(after);
  });

  test('stay without --lossy', () => {
    expect(file('summaries.json', '{"summaries":{"1":"short"}}')).toMatch(/^refused: .*needs --lossy$/);
  });

  test('are left beside a line that holds several values', () => {
    const lines = { diffs: { '2': { diff_data: [{ ...line, type: ['added', 'x'] }] } } };
    expect(companion('conversation_diffs.json', lines)).toMatch(
      /^refused: .*\/diff_data\/0 that is not a single value$/,
    );
  });
});

test('the number of another conversation becomes that of the folder, and what is no number stays', () => {
  const entry = (id: number, index: unknown) => ({ id, conversation_id: 1, conversation_index: index, action: 'x' });
  const changes = (index: number) => JSON.stringify({ changes: [entry(1, index), entry(2, 'seven'), entry(3, '7')] });
  const history = (index: number) => `filename\torder\tconversation_index\na.R\t1\t${index}\nb.R\t2\tNA\n`;
  const { files } = healed(
    folder([{ id: 1, role: 'user', content: 'x' }], {
      'file_changes.json': changes(7),
      'script_history.tsv': history(7),
    }),
    { only: ['RA134'] },
  );
  expect(files).toMatchObject({ 'file_changes.json': changes(1), 'script_history.tsv': history(1) });
});
