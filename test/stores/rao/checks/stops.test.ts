import { describe, expect, test } from 'vitest';
import { openFiles } from '../open-folder.ts';

const EDIT =
  '[{"id":1,"role":"user","content":"q","original_query":true},{"id":2,"role":"assistant","function_call":{"name":"edit_file","arguments":"{\\"filename\\":\\"a.R\\"}","call_id":"c","msg_id":2},"related_to":1},{"id":3,"type":"function_call_output","call_id":"c","output":"ok","related_to":2}]';

function codes(files: Readonly<Record<string, string | Uint8Array>>): string[] {
  const all = Object.entries({ 'conversation_log.json': EDIT, ...files });
  const document = openFiles(Object.fromEntries(all.map(([name, text]) => [name, Buffer.from(text)])));
  return [...document.findings()].map(({ code }) => code);
}

const log = (text: string | Uint8Array) => codes({ 'conversation_log.json': text });
const call = (name: string, args: string) =>
  log(EDIT.replace('edit_file', name).replace('"{\\"filename\\":\\"a.R\\"}"', args));

/** Each answer was seen in R 4.2.2 with jsonlite 1.8.4. */
describe('R stops at', () => {
  const entry = (rest: string) => codes({ 'conversation_diffs.json': `{"diffs":{"2":{"message_id":"2",${rest}}}}` });

  test.each([
    ['"diff_data":"x"', ['RA043']],
    ['"diff_data":{"type":"added"}', ['RA043']],
    ['"diff_data":[1]', ['RA043']],
    ['"diff_data":[{"type":{}}]', ['RA043']],
    ['"diff_data":[{"type":["added","x"]}]', ['RA043']],
    ['"diff_data":[{"new_line":[1,2]}]', ['RA043']],
    ['"flags":"x"', ['RA043']],
    ['"diff_data":[null,[],{"type":["added"],"old_line":{}}]', []],
    ['"diff_data":[],"flags":{"is_start_edit":{}}', []],
  ])('an edit with %s: %j', (rest, expected) => expect(entry(rest)).toEqual(expected));

  const change = (more: object) => {
    const sound = { id: 1, conversation_id: 2, conversation_index: 1, action: 'create', file_path: 'a.R' };
    return codes({ 'file_changes.json': JSON.stringify({ changes: [{ ...sound, ...more }] }) });
  };

  test.each([
    [{}, []],
    [{ file_path: undefined }, ['RA138']],
    [{ action: undefined }, ['RA138']],
    [{ conversation_id: {} }, ['RA138']],
    [{ conversation_index: null }, ['RA138']],
    [{ action: 'modify', conversation_index: undefined, previous_content: 'x' }, []],
    [{ action: 'modify', previous_content: 5 }, ['RA138']],
    [{ action: 'move' }, ['RA137']],
  ])('a change with %j: %j', (more, expected) => expect(change(more)).toEqual(expected));

  test.each([
    ['run_file', '["{\\"filename\\":\\"a.R\\"}"]', ['RA126']],
    ['run_file', '"{\\"filename\\":[\\"a.R\\"]}"', ['RA121']],
    ['edit_file', '"{\\"filename\\":[\\"a.R\\"]}"', ['RA121']],
    ['edit_file', '"[[1,2],[3,4]]"', ['RA121']],
    ['read_file', '"{\\"filename\\":[\\"a.R\\",\\"b.R\\"]}"', []],
    ['read_file', '"{\\"filename\\":[[\\"a.R\\"]]}"', []],
    ['read_file', '"{\\"filename\\":[1]}"', ['RA121']],
    ['read_file', '["{\\"filename\\":\\"a.R\\"}"]', ['RA112']],
  ])('a call of %s with %s: %j', (name, args, expected) => expect(call(name, args)).toEqual(expected));

  test.each([
    ['{}', ['RA119']],
    ['[[true]]', ['RA119']],
    ['[true]', ['RA112']],
    ['"yes"', []],
  ])('a question marked %s: %j', (mark, expected) =>
    expect(log(EDIT.replace('"original_query":true', `"original_query":${mark}`))).toEqual(expected),
  );
});

describe('R reads', () => {
  const diffs = (bytes: Uint8Array) => codes({ 'conversation_diffs.json': bytes });
  const text = (source: string) => Buffer.from(source, 'latin1');

  test.each([
    ['a form feed at the end', `${EDIT}\f\n`, ['RA017']],
    ['comments', `/* " */${EDIT.replace(',', ', // x\n')}`, ['RA017']],
    ['a comment that is never closed, after the log', `${EDIT}/* x`, ['RA017']],
    ['what looks like a comment in a text', EDIT.replace('"q"', '"/* q // "'), []],
    ['a log in a comment as none', `// ${EDIT}`, ['RA001']],
  ])('%s', (_, source, expected) => expect(log(source)).toEqual(expected));

  test('NUL bytes and ill-formed UTF-8 in the diffs, of which it takes the lines', () => {
    expect(diffs(text('{"diffs":[]}\0\0\n'))).toEqual([]);
    expect(diffs(text('{"diffs":{"2":{"old_content":"\xe9"}}}'))).toEqual([]);
    expect(diffs(text('\xef\xbb\xbf\xef\xbb\xbf{"diffs":[]}'))).toEqual(['RA010']);
    expect(diffs(text('{"diffs":\0[]}'))).toEqual(['RA021']);
  });

  test('170 levels of nesting that it can write again, and more that it cannot', () => {
    const nested = (depth: number) => EDIT.replace('"q"', `"q","thinking":${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(log(nested(168))).toEqual([]);
    expect(log(nested(169))).toEqual(['RA018']);
  });
});
