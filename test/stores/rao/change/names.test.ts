import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import {
  headerOf,
  type NameChange,
  nameEdits,
  nameStep,
  newSource,
} from '../../../../src/stores/rao/change/name-updates.ts';
import { decodeNames, rowsOf } from '../../../../src/stores/rao/read/tables/names.ts';
import { filePart } from '../../open-site.ts';

const names = (text: string) => decodeNames(Buffer.from(text));
const made = (text: string, change: (of: ReturnType<typeof names>) => Partial<NameChange>) => {
  const table = names(text);
  const edits = nameEdits(table, { remove: [], put: [], ...change(table) });
  return Buffer.from(applyEdits(table.table.bytes, edits)).toString();
};

describe('changes of a table of names', () => {
  test('leave every other row the bytes it was, odd ones too', () => {
    const text = '"conversation_id","name"\r\n01 ,x\r\n\r\n2,"two\nlines"\r\n3,\'q\r\n';
    expect(made(text, (of) => ({ remove: rowsOf(of, 2) }))).toBe(text.replace('2,"two\nlines"\r\n', ''));
    expect(made(text, () => ({ put: [{ id: 9, sources: ['9,"n"'] }] }))).toBe(`${text}9,"n"\r\n`);
  });

  test('put a row in the place of those of its number, and nothing where it is there already', () => {
    const text = 'h,i\n1,"a"\n2,"b"\n1,"c"\n';
    expect(made(text, () => ({ put: [{ id: 1, sources: ['1,"z"'] }] }))).toBe('h,i\n1,"z"\n2,"b"\n');
    expect(made(text, () => ({ put: [{ id: 2, sources: ['2,"b"'] }] }))).toBe(text);
  });

  test('make a table where there is none, headed like the other one', () => {
    const change = { remove: [], put: [{ id: 3, sources: ['3,"x"'] }] };
    const step = nameStep('t.csv', null, change, headerOf(names('conversation_id,name\n1,a\n')));
    expect(step).toMatchObject({ do: 'put', path: 't.csv', was: 'absent' });
    if (step?.do !== 'put' || step.content.from !== 'bytes') throw new Error('no bytes');
    expect(Buffer.from(step.content.bytes).toString()).toBe('conversation_id,name\n3,"x"\n');
    expect(nameStep('t.csv', null, { remove: [], put: [] }, headerOf(null))).toBe(null);
  });

  test('are no step where nothing changes', () => {
    const part = filePart('t.csv', Buffer.from('h,i\n1,a\n'));
    const file = { part, names: names('h,i\n1,a\n') };
    expect(nameStep('t.csv', file, { remove: [], put: [{ id: 1, sources: ['1,a'] }] }, headerOf(null))).toBe(null);
  });

  test('begin a table anew where its header names further columns and no row is below it, as R does', () => {
    for (const header of ['"","conversation_id","name"', '"conversation_id","name","x"', '"conversation_id"']) {
      const sources = [newSource(names(`${header}\n`), 4, 'a')];
      expect(made(`${header}\n`, () => ({ put: [{ id: 4, sources }] }))).toBe('"conversation_id","name"\n4,"a"\n');
      expect(made(`${header}\n`, () => ({}))).toBe(`${header}\n`);
    }
  });

  test('quote a new name as Rao does, and for Erdos leave out what it would cut', () => {
    expect(newSource(names('"conversation_id","name"\n'), 4, 'a "b",\nc')).toBe('4,"a ""b"",\nc"');
    expect(newSource(names('conversation_id,name\n'), 4, 'a "b",\nc')).toBe('4,"a b c"');
    expect(newSource(null, 4, "it's")).toBe('4,"it\'s"');
  });
});
