import { describe, expect, test } from 'vitest';
import { raoSkips } from '../../../../src/stores/rao/info.ts';
import { again, codesOf, folder, migrated, text } from './healing.ts';

const SOUND =
  '[{"id":1,"role":"developer","content":"d"},{"id":2,"role":"user","content":"q","original_query":true}]\n';
const edit = (id: number) =>
  `{"id":${id},"role":"assistant","function_call":{"name":"edit_file","arguments":"{}","call_id":"c${id}","msg_id":${id}},"related_to":2}`;
const EDIT_CALLS = `${SOUND.trimEnd().slice(0, -1)},${edit(3)},${edit(4)}]\n`;

function file(name: string, content: string, lossy = false, id = '1'): string {
  const result = migrated(folder(EDIT_CALLS, { [name]: content }), { lossy }, id);
  return result.state === 'refused' ? `refused: ${result.reason}` : text(result.files[name]);
}

describe('diffs under the older key', () => {
  const diffs = (content: string, lossy = false) => file('conversation_diffs.json', content, lossy);

  test('are put under the one that Rao writes', () => {
    expect(diffs('{\n  "diffs_by_msg_id": {"3": {"message_id": "3", "n": 1.0}}\n}\n')).toBe(
      '{\n  "diffs": {"3": {"message_id": "3", "n": 1.0}}\n}\n',
    );
  });

  test('are put beside those that are there', () => {
    expect(diffs('{"diffs_by_msg_id": {"3": {"a":1}}, "diffs": {"4": {"b":2}}}')).toBe(
      '{"diffs": {"4": {"b":2},"3": {"a":1}}}',
    );
    expect(diffs('{"diffs": [], "diffs_by_msg_id": {"3": {"a":1}}}')).toBe('{"diffs": {"3": {"a":1}}}');
  });

  test('of a message that has newer ones go only with --lossy, unless they are the same', () => {
    const both = (older: string) => `{"diffs":{"3":{"a":1}},"diffs_by_msg_id":{"3":${older},"4":{}}}`;
    expect(diffs(both('{"a":2}'))).toBe(
      'refused: conversation_diffs.json drops the older diffs of message 3, which Rao never shows: needs --lossy',
    );
    expect(diffs(both('{"a":2}'), true)).toBe('{"diffs":{"3":{"a":1},"4":{}}}');
    expect(diffs(both('{"a":1}'))).toBe('{"diffs":{"3":{"a":1},"4":{}}}');
  });

  test('that a clearing left empty stay', () => {
    expect(diffs('{"diffs_by_msg_id": []}')).toBe('{"diffs_by_msg_id": []}');
  });
});

describe('buttons of four columns', () => {
  const header = '"message_id","buttons_run","next_button","on_deck_button"';

  test('come to have two, and say what Rao reads of them', () => {
    expect(file('message_buttons.csv', `${header}\n3,TRUE,"",NA\n4,FALSE,,\n`)).toBe(
      '"message_id","buttons_run"\n3,TRUE\n4,FALSE\n',
    );
  });

  test('lose the names of buttons only with --lossy', () => {
    const rows = `${header}\n3,"accept","run","reject"\n`;
    expect(file('message_buttons.csv', rows)).toBe(
      'refused: message_buttons.csv drops buttons_run "accept" of message 3: needs --lossy',
    );
    expect(file('message_buttons.csv', rows, true)).toBe('"message_id","buttons_run"\n3,FALSE\n');
  });
});

describe('a history of two columns', () => {
  test('notes the conversation', () => {
    expect(file('script_history.tsv', 'filename\torder\r\na.R\t1\r\nb c.R\t2\r\n', false, '4')).toBe(
      'filename\torder\tconversation_index\r\na.R\t1\t4\r\nb c.R\t2\t4\r\n',
    );
  });

  test('stays as Rao begins it while it has no rows', () => {
    expect(file('script_history.tsv', 'filename\torder\n')).toBe('filename\torder\n');
  });
});

describe('a migration', () => {
  const old = folder(EDIT_CALLS, {
    'conversation_diffs.json': '{"diffs_by_msg_id":{"3":{"message_id":"3"}}}',
    'message_buttons.csv': 'message_id,buttons_run,next_button,on_deck_button\n3,TRUE,,\n',
    'script_history.tsv': 'filename\torder\na.R\t1\n',
  });

  test('takes all files of a folder at once, leaves the log, and is done once', () => {
    const result = migrated(old);
    expect(result.steps).toHaveLength(3);
    expect(result.log).toBe(EDIT_CALLS);
    expect(codesOf(again(result)).filter((code) => code.startsWith('RA13'))).toEqual([]);
    expect(migrated(again(result)).outcome).toMatchObject({ state: 'unchanged', reason: 'has no older shape' });
  });

  test('goes to no other format', () => {
    expect(migrated(old, { to: 'rao' }).state).toBe('changed');
    expect(migrated(old, { to: 'erdos' }).reason).toBe('cannot become erdos: Rao has one format, rao');
  });

  test('leaves folders of Erdos alone, whose buttons have four columns too', () => {
    const buttons = '"message_id","buttons_run","next_button","on_deck_button"\n';
    const files = folder(SOUND, { 'message_buttons.csv': buttons, 'conversation_vars.json': '{}' });
    expect(migrated(files).state).toBe('unchanged');
  });

  test('leaves a conversation alone whose log cannot be read and whose files are as they should be', () => {
    expect(migrated(folder('[{"id":')).state).toBe('unchanged');
  });
});

describe('the first bytes of a file', () => {
  const isSettled = (role: string, head: string) => raoSkips({ verb: 'migrate' }, role, Buffer.from(head));

  test('settle what can have no older shape', () => {
    for (const role of ['log', 'changes', 'vars', 'images', 'summaries']) expect(isSettled(role, '')).toBe(true);
  });

  test('settle diffs, buttons and histories that are as they should be', () => {
    expect(isSettled('diffs', '{"diffs": {}}\n')).toBe(true);
    expect(isSettled('diffs', '{"diffs_by_msg_id": {}}\n')).toBe(false);
    expect(isSettled('diffs', `{"diffs": {"1": {"content": "${'x'.repeat(4090)}`)).toBe(false);
    expect(isSettled('buttons', '"message_id","buttons_run"\n2,TRUE\n')).toBe(true);
    expect(isSettled('buttons', '"message_id","buttons_run","next_button","on_deck_button"\n')).toBe(false);
    expect(isSettled('history', 'filename\torder\tconversation_index\na\t1\t1\n')).toBe(true);
    expect(isSettled('history', 'filename\torder\n')).toBe(true);
    expect(isSettled('history', 'filename\torder\na\t1\n')).toBe(false);
  });

  test('settle nothing before they were seen, nor for another verb', () => {
    for (const role of ['diffs', 'buttons', 'history']) expect(isSettled(role, '')).toBe(false);
    expect(raoSkips({ verb: 'heal' }, 'log', Buffer.from('[]'))).toBe(false);
  });
});
