import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Code } from '../../../../../src/model/finding.ts';
import { callOf, codesIn, findingsIn, outputOf, QUESTION } from '../found.ts';

const EDIT = `[${QUESTION},${callOf(2, { name: 'edit_file' })},${outputOf(3, 'call_2')}]`;
const withFile = (name: string, text: string, log = EDIT): readonly Code[] =>
  codesIn({ 'conversation_log.json': log, [name]: text });

describe.each(['file_changes.json', 'conversation_diffs.json', 'summaries.json'])('%s', (name) => {
  test.each([
    ['', 'RA020'],
    ['\0\0', 'RA020'],
    ['{"a": [', 'RA021'],
    ['{} {}', 'RA022'],
    ['{"a" 1}', 'RA023'],
    ['{"a": 1,}', 'RA024'],
    ['{"a": NaN}', 'RA025'],
    ['"a"', 'RA026'],
  ])('%j', (text, code) => {
    expect(withFile(name, text)).toEqual([code]);
  });

  test.each(['{}', '[]', 'null'])('%s counts as empty, and loses nothing', (text) => {
    expect(withFile(name, text)).toEqual([]);
  });
});

describe('the changes', () => {
  const change = (id: number, more = '') =>
    `{"id":${id},"conversation_id":7,"conversation_index":1,"action":"create","file_path":"a.R"${more}}`;
  const changes = (...entries: readonly string[]) =>
    withFile('file_changes.json', `{"changes":[${entries.join(',')}]}`);

  test('need not name a message that is there', () => {
    expect(changes(change(1), change(2))).toEqual([]);
  });

  test('are numbered by their places', () => {
    expect(changes(change(1), change(3), change(4))).toEqual(['RA135']);
  });

  test('that are lost to an empty object are none', () => {
    expect(withFile('file_changes.json', '{"changes":{}}')).toEqual([]);
    expect(withFile('file_changes.json', '{"changes":{"a":1}}')).toEqual(['RA026']);
  });

  test('tell which file', () => {
    expect(changes('{"id":1,"conversation_id":2,"conversation_index":1,"action":"remove"}')).toEqual(['RA137']);
  });
});

describe('the diffs', () => {
  const diff = (index: number) => `{"message_id":"2","conversation_index":${index},"diff_data":[]}`;
  const diffs = (text: string, log = EDIT) => withFile('conversation_diffs.json', text, log);

  test.each(['{"diffs":[]}', '{"diffs_by_msg_id":[]}', `{"diffs_by_msg_id":[],"diffs":{"2":${diff(1)}}}`])(
    '%s is as Rao writes it',
    (text) => {
      expect(diffs(text)).toEqual([]);
    },
  );

  test('that Rao copied to the present key are not hidden', () => {
    expect(diffs(`{"diffs_by_msg_id":{"2":${diff(1)}},"diffs":{"2":${diff(1)}}}`)).toEqual(['RA130']);
  });

  test('of another conversation, of a message that edits nothing, and of no message', () => {
    expect(diffs(`{"diffs":{"2":${diff(9)}}}`)).toEqual(['RA134']);
    expect(diffs(`{"diffs":{"1":${diff(1)}}}`)).toEqual(['RA230']);
    expect(diffs(`{"diffs":{"8":${diff(1)}}}`)).toEqual(['RA230']);
  });

  test('of an edit that R writes with an exponent', () => {
    const edit = EDIT.replace('"id":2,', '"id":1e+05,').replace('"msg_id":2', '"msg_id":100000');
    expect(diffs(`{"diffs":{"1e+05":${diff(1)}}}`, edit)).not.toContain('RA230');
  });

  test('are not looked for in a log that cannot be read', () => {
    expect(diffs(`{"diffs":{"8":${diff(1)}}}`, EDIT.slice(0, -9))).toEqual(['RA002']);
  });

  test.each(['{"diffs":["a"]}', '{"diffs":"a"}'])('%s has another shape', (text) => {
    expect(diffs(text)).toEqual(['RA026']);
  });
});

describe('a summary', () => {
  const summaries = (...keys: readonly string[]) =>
    withFile('summaries.json', `{"summaries":{${keys.map((key) => `"${key}":{"query_number":1}`).join(',')}}}`);

  test('may be of the last question: a revert leaves it', () => {
    expect(summaries('1')).toEqual([]);
  });

  test.each(['2', '0', 'one', '01'])('of question %s is of none', (key) => {
    expect(summaries(key)).toEqual(['RA260']);
  });
});

describe('plots', () => {
  const message = (file: string, plots = '["plot_1"]') =>
    `[${QUESTION},{"id":4,"role":"user","content":"Generated plot:","related_to":1,"plots":${plots},"plots_file":"${file}"}]`;
  const plots = (file: string, text: string, names?: string): readonly Code[] =>
    codesIn({ 'conversation_log.json': message(file, names), plots: null, 'plots/plots_2.json': text });
  const HERE = '/base/conversations/conversation_1/plots/plots_2.json';

  test('are sound where the store was written', () => {
    expect(plots(HERE, '{"plot_1":"AA=="}')).toEqual([]);
    expect(plots(HERE, '{"plot_1":"AA=="}', '"plot_1"')).toEqual([]);
  });

  test('lead elsewhere once the store was moved', () => {
    expect(plots('/home/ada/conversations/conversation_1/plots/plots_2.json', '{"plot_1":"AA=="}')).toEqual(['RA254']);
  });

  test.each([
    ['{"plot_1"', ['RA029']],
    ['[]', ['RA221', 'RA029']],
    ['{"plot_2":"AA=="}', ['RA221']],
  ])('%s', (text, codes) => {
    expect(plots(HERE, text)).toEqual(codes);
  });
});

describe('a look at what is plain', () => {
  type Entry = Record<string, unknown>;
  const CHANGE: Entry = {
    id: 1,
    conversation_id: 7,
    conversation_index: 1,
    timestamp: '2025-08-08 12:00:00',
    action: 'modify',
    file_path: 'a.R',
    previous_content: 'x',
  };
  const LINE: Entry = { type: 'added', content: 'a', old_line: 'NA', new_line: 1 };
  const DIFF: Entry = { message_id: '2', conversation_index: 1, diff_data: [LINE], old_content: '', flags: {} };
  const value = fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    1,
    2,
    1.5,
    '',
    '1',
    'create',
    'x',
    [],
    {},
    [1],
    ['x'],
    [[]],
    [LINE],
  );
  const key = fc.constantFrom(...Object.keys({ ...CHANGE, ...DIFF, ...LINE }), 'diff_type');
  const entry = (base: Entry) => fc.tuple(key, value).map(([name, given]): Entry => ({ ...base, [name]: given }));
  // A key that nobody asks for changes nothing but that the entry is looked at by every check.
  const beside = (each: Entry): Entry => ({ ...each, zz: 1 });
  const said = (name: string, content: unknown) =>
    findingsIn({ 'conversation_log.json': EDIT, [name]: JSON.stringify(content) }).map(({ code, at, detail }) => ({
      code,
      at,
      detail,
    }));

  test('finds what the checks of every change find', () => {
    fc.assert(
      fc.property(fc.array(entry(CHANGE), { maxLength: 2 }), (changes) => {
        const all = changes.map(beside);
        expect(said('file_changes.json', { changes })).toEqual(said('file_changes.json', { changes: all }));
      }),
    );
  });

  test('finds what the checks of every diff find', () => {
    fc.assert(
      fc.property(entry(DIFF), entry(LINE), fc.constantFrom('2', '1', '02', '2e+00'), (diff, line, name) => {
        const lined = Array.isArray(diff['diff_data']) ? { ...diff, diff_data: [...diff['diff_data'], line] } : diff;
        const plain = { diffs: { [name]: lined } };
        expect(said('conversation_diffs.json', plain)).toEqual(
          said('conversation_diffs.json', { diffs: { [name]: beside(lined) } }),
        );
      }),
    );
  });
});
