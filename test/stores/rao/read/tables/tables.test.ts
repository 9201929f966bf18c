import { describe, expect, test } from 'vitest';
import { CSV, parseTable } from '../../../../../src/codecs/table/table.ts';
import {
  columnText,
  decodeCompanionTable,
  decodeHistory,
  numberIn,
} from '../../../../../src/stores/rao/read/tables/companion-table.ts';
import { decodeNames, rowsOf } from '../../../../../src/stores/rao/read/tables/names.ts';
import { columnOf, readR } from '../../../../../src/stores/rao/read/tables/r-table.ts';

/** What read.csv makes of a table: the types of its columns and their cells; its error where it stops. Checked against R 4.2.2. */
function csv(text: string) {
  const read = readR(parseTable(Buffer.from(text), CSV), { fill: true });
  return read.ok ? read.columns.map(({ type, cells }) => [type, ...cells]) : read.error;
}
const HEADER = '"conversation_id","name"\n';
const shown = (...names: string[]) => {
  const rows = names.map((name, at) => `${at + 1},${name}\n`).join('');
  return decodeNames(Buffer.from(HEADER + rows)).rows.map((row) => row.nameInR);
};

describe('names as R types them', () => {
  test.each([
    [
      ['"007"', '"12"'],
      ['7', '12'],
    ],
    [['"1e5"'], ['1e+05']],
    [
      ['1.10', '2'],
      ['1.1', '2'],
    ],
    [['0x1F'], ['31']],
    [['12345678901234567890'], ['12345678901234567168']],
    [
      ['0.00001', 'nan'],
      ['1e-05', 'NaN'],
    ],
    [
      ['T', '"TRUE"', 'F'],
      ['TRUE', 'TRUE', 'FALSE'],
    ],
    [['"true"'], ['true']],
    [
      ['NA', '"NA"', 'a'],
      [null, null, 'a'],
    ],
    [['""'], [null]],
    [
      ['""', 'a'],
      ['', 'a'],
    ],
    [
      ['"007"', 'x'],
      ['007', 'x'],
    ],
    [
      ['" padded "', 'x'],
      ['padded', 'x'],
    ],
  ])('%j is shown as %j', (names, expected) => {
    expect(shown(...names)).toEqual(expected);
  });

  test('the file still says what it says', () => {
    const names = decodeNames(Buffer.from(`${HEADER}1,"007"\n"2","a ""b"""\nx,y\n`));
    expect(names.rows.map(({ id, idText, name }) => [id, idText, name])).toEqual([
      [1, '1', '007'],
      [2, '2', 'a "b"'],
      [null, 'x', 'y'],
    ]);
    expect(rowsOf(names, 2)).toHaveLength(1);
    expect(names.style).toBe('rao');
    expect(decodeNames(Buffer.from('conversation_id,name\n')).style).toBe('erdos');
  });
});

describe('tables that R reads otherwise than they look', () => {
  test.each([
    ['', 'no lines available in input'],
    ['\n\n', 'no lines available in input'],
    ['\0\0\0', 'empty beginning of file'],
    ['a,b\n1,2,3,4\n', 'more columns than column names'],
    ['a,b\nx,2,3\nx,4,5\n', "duplicate 'row.names' are not allowed"],
  ])('%j: %s', (text, error) => {
    expect(csv(text)).toBe(error);
  });

  test('a row with one field too many makes the first field of all rows their name', () => {
    expect(csv(`${HEADER}1,"a"\n2,b,c\n`)).toEqual([
      ['character', 'a', 'b'],
      ['character', '', 'c'],
    ]);
  });

  test('beyond the fifth line it makes a row of its own', () => {
    expect(csv(`${HEADER}1,a\n2,b\n3,c\n4,d\n5,e,f\n`)[0]).toEqual(['character', '1', '2', '3', '4', '5', 'f']);
  });

  test('an open quote takes all rows, those before it too while it is in the first five lines', () => {
    expect(shown('a', '"b', 'c')).toEqual([null, null]);
    expect(shown('a', 'b', 'c', 'd', '"e', 'f')).toEqual(['a', 'b', 'c', 'd', 'e\n6,f']);
    expect(shown('"a \\"b\\" c"', 'd')).toEqual(['a \\b\\ c', 'd']);
  });

  test('a byte-order mark is passed over, and so are blank lines', () => {
    expect(csv('\ufeffa,b\n\n1,2\n')).toEqual([
      ['integer', '1'],
      ['integer', '2'],
    ]);
  });
});

describe('names as R finds them', () => {
  const found = (bytes: string | Uint8Array) => Object.fromEntries(decodeNames(Buffer.from(bytes)).namesInR);
  const ids = (text: string) => decodeNames(Buffer.from(text)).rows.map(({ id, name }) => [id, name]);

  test('behind labels, which R takes off', () => {
    const labelled = `${HEADER}"1",4,"a"\n"2",9,"b"\n`;
    expect(found(labelled)).toEqual({ 4: ['a'], 9: ['b'] });
    expect(ids(labelled)).toEqual([
      [4, 'a'],
      [9, 'b'],
    ]);
    expect(decodeNames(Buffer.from(labelled)).isNumberFirst).toBe(false);
  });

  test('in whatever columns the header says, with white space around it', () => {
    expect(found('"name","conversation_id"\n"a",4\n')).toEqual({ 4: ['a'] });
    expect(found('"conversation_id" , "name"\n4 , "a"\n')).toEqual({ 4: ['a'] });
    expect(decodeNames(Buffer.from('"name","conversation_id"\n"a",4\n')).isNumberFirst).toBe(false);
  });

  test('by numbers however they are written, and as texts where one is none', () => {
    expect(found(`${HEADER}4.0,a\n007,b\n`)).toEqual({ 4: ['a'], 7: ['b'] });
    expect(found(`${HEADER}007,a\nx,b\n5,c\n`)).toEqual({ 5: ['c'] });
  });

  test('behind a quote that took the row before', () => {
    expect(found(`${HEADER}78,"open\n1,"a"\n2,"b"\n3,"c"\n`)).toMatchObject({ 2: ['b'], 3: ['c'] });
  });

  test('not at all where a column begins with bytes that are no text', () => {
    const latin = (rows: string) => decodeNames(Buffer.from(HEADER + rows, 'latin1')).read.ok;
    expect(latin('1,"\xe9tude"\n2,"b"\n')).toBe(false);
    expect(latin('1,"7"\n2," \xe9tude"\n')).toBe(false);
    expect(latin('1,"b"\n2,"\xe9tude"\n')).toBe(true);
    expect(latin('1,"caf\xe9"\n')).toBe(true);
  });
});

test('columns get the names that R makes of theirs', () => {
  const names = (header: string) => {
    const read = readR(parseTable(Buffer.from(`${header}\n`), CSV), { fill: true });
    return read.ok ? read.columns.map(({ name }) => name) : read.error;
  };
  expect(names('TRUE,5,a b,a.b,in')).toEqual(['TRUE.', 'X5', 'a.b', 'a.b.1', 'in.']);
});

describe('the history of scripts', () => {
  const read = (text: string) => {
    const { read: table, rows } = decodeHistory(Buffer.from(text));
    return [table.ok ? columnOf(table, 'filename')?.cells : table.error, rows.map(({ filename }) => filename)];
  };
  const THREE = 'filename\torder\tconversation_index\n';

  test('is read as it was written where nothing in it is special', () => {
    expect(read(`${THREE}a b.R\t1\t1\n`)).toEqual([['a b.R'], ['a b.R']]);
  });

  test('stops at a #, because R takes it for a comment', () => {
    expect(read(`${THREE}a#b.R\t1\t1\n`)).toEqual(['line 1 did not have 3 elements', ['a#b.R']]);
  });

  test('loses rows to a quote', () => {
    expect(read(`${THREE}it's.R\t1\t1\n`)[1]).toEqual(["it's.R"]);
    expect(read(`${THREE}it's.R\t1\t1\n`)[0]).not.toEqual(["it's.R"]);
    expect(read(`${THREE}"it's # a.R"\t1\t1\n`)[0]).toEqual(["it's # a.R"]);
  });

  test('has two columns in its older shape', () => {
    const { rows, columns } = decodeHistory(Buffer.from('filename\torder\na.R\t1\n'));
    expect(columns).toEqual(['filename', 'order']);
    expect(rows).toMatchObject([{ filename: 'a.R', order: { text: '1' }, conversationIndex: null }]);
  });
});

describe('a companion', () => {
  test('gives its fields by the names of their columns', () => {
    const { columns, rows } = decodeCompanionTable(Buffer.from('"message_id","buttons_run"\n2,TRUE\nx\n'));
    expect(columns).toEqual(['message_id', 'buttons_run']);
    expect(rows.map((row) => [numberIn(row, 'message_id'), columnText(row, 'buttons_run')])).toEqual([
      [2, 'TRUE'],
      [null, ''],
    ]);
  });
});
