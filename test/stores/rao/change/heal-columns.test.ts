import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import { NAMES } from '../../../../src/stores/rao/change/heal-names.ts';
import { folder, healed } from './healing.ts';

const LOG = folder([{ id: 1, role: 'user', content: 'q', original_query: true }]);
const files = (name: string, text: string) => ({ ...LOG, [name]: Buffer.from(text) });

describe('a table that R adds no row to', () => {
  test.each([
    [
      'message_buttons.csv',
      '"","message_id","buttons_run"\r\n"1",1,TRUE\r\n',
      '"message_id","buttons_run"\r\n1,TRUE\r\n',
    ],
    ['script_history.tsv', '\tfilename\torder\n1\ta.R\t1\n', 'filename\torder\na.R\t1\n'],
    [
      'images.csv',
      '"X","timestamp","message_id","file_path","local_path","filename"\n',
      '"X","timestamp","message_id","file_path","local_path","filename"\n',
    ],
  ])('%s loses its row numbers, if it has rows', (name, text, expected) => {
    const { files: after } = healed(files(name, text));
    expect(after[name]).toBe(expected);
  });

  test('loses an unknown column only with --lossy, and says which', () => {
    const history = files('script_history.tsv', 'filename\torder\tconversation_index\tnote\na.R\t1\t1\tx\n');
    expect(healed(history).reason).toMatch(/note: needs --lossy$/);
    const { files: after, notes } = healed(history, { lossy: true });
    expect(after['script_history.tsv']).toBe('filename\torder\tconversation_index\na.R\t1\t1\n');
    expect(notes).toEqual(['script_history.tsv drops the column note of 1 row']);
  });

  test('loses an unknown column behind labels that the header does not name', () => {
    const history = files('script_history.tsv', 'filename\torder\tnote\n1\ta.R\t1\tx\n2\tb.R\t2\ty\n');
    expect(healed(history, { lossy: true }).files['script_history.tsv']).toBe(
      'filename\torder\n1\ta.R\t1\n2\tb.R\t2\n',
    );
  });
});

describe('a names table that Rao adds no conversation to', () => {
  const mended = (text: string, code: string) => {
    const repair = NAMES.find(({ codes }) => codes.includes(code as 'RA319'))?.repair(Buffer.from(text), () => true);
    if (repair === undefined || typeof repair === 'string') throw new Error(repair ?? 'no pass');
    return { text: Buffer.from(applyEdits(Buffer.from(text), repair.edits)).toString(), notes: repair.notes };
  };

  test('loses its row numbers', () => {
    expect(mended('"","conversation_id","name"\n"1",1,"a, b"\n', 'RA319').text).toBe(
      '"conversation_id","name"\n1,"a, b"\n',
    );
  });

  test('gets the names of its columns back', () => {
    expect(mended('"conversation_id ",name\n1,"a"\n', 'RA326').text).toBe('"conversation_id",name\n1,"a"\n');
  });

  test('loses what Rao has no column for, and every byte of the rest stays', () => {
    const { text, notes } = mended('colour,conversation_id,name\nred,1 , "a ""b"""\n', 'RA325');
    expect(text).toBe('conversation_id,name\n1 , "a ""b"""\n');
    expect(notes).toEqual(['drops the column colour of 1 row']);
  });
});

test('a mark of a question that holds nothing goes, and arguments of a command come out of their list', () => {
  const question = folder('[{"id":1,"role":"user","content":"q","original_query":{}}]');
  expect(healed(question).log).toBe('[{"id":1,"role":"user","content":"q"}]');
  const boxed =
    '"function_call":{"name":"run_file","arguments":["{\\"filename\\":\\"a.R\\"}"],"call_id":"c","msg_id":1}';
  const { log } = healed(
    folder(`[{"id":1,"role":"assistant",${boxed}},{"id":2,"type":"function_call_output","call_id":"c"}]`),
  );
  expect(log).toContain('"arguments":"{\\"filename\\":\\"a.R\\"}"');
});
