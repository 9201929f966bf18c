import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CSV, type Dialect, parseTable, TSV } from '../../../src/codecs/table/table.ts';

const READ: Dialect = { separator: 0x09, quotes: [0x22, 0x27], comment: 0x23 };

const parse = (text: string, dialect: Dialect = CSV) => parseTable(Buffer.from(text), dialect);
const texts = (text: string, dialect: Dialect = CSV) =>
  parse(text, dialect).rows.map(({ fields }) => fields.map((field) => field.text));

describe('parseTable', () => {
  test('reads rows and fields, quoted and bare', () => {
    expect(texts('"id","name"\n1,"a ""b"", c"\n2,d\n')).toEqual([
      ['id', 'name'],
      ['1', 'a "b", c'],
      ['2', 'd'],
    ]);
  });

  test('keeps line ends inside quotes, and takes a quote wherever it stands in a field', () => {
    expect(texts('1,"two\nlines"\r\n2,x"a,b"y')).toEqual([
      ['1', 'two\nlines'],
      ['2', 'xa,by'],
    ]);
  });

  test('gives empty fields, and blank lines as rows without fields', () => {
    expect(texts(',\n\n""\n,"",\n')).toEqual([['', ''], [], [''], ['', '', '']]);
  });

  test('gives a quote that is never closed all that follows, and says where it opened', () => {
    const table = parse('1,"a\n2,b\n');
    expect(table.rows.map(({ fields }) => fields.map(({ text }) => text))).toEqual([['1', 'a\n2,b\n']]);
    expect(table.open).toBe(2);
    expect(parse('1,"a"\n').open).toBe(-1);
  });

  test('does not know backslashes', () => {
    expect(texts('1,"a \\" b"\n')).toEqual([['1', 'a \\ b\n']]);
  });

  test('leaves a byte-order mark out of the first row', () => {
    const table = parse('\ufeff1,2\n');
    expect(table.rows[0]).toMatchObject({ start: 3, end: 6, next: 7 });
  });

  test('knows the line end of its first row', () => {
    expect(['a\r\nb\n', 'a\nb\r\n', 'a\rb', 'a', ''].map((text) => parse(text).lineEnd)).toEqual([
      '\r\n',
      '\n',
      '\r',
      '\n',
      '\n',
    ]);
  });

  test('reads tabs without quotes or comments, or with both, as its dialect says', () => {
    expect(texts("it's\t1\n# x\t2\n", TSV)).toEqual([
      ["it's", '1'],
      ['# x', '2'],
    ]);
    expect(texts("it's\t1\n# x\t2\n", READ)).toEqual([['its\t1\n# x\t2\n']]);
    expect(texts('a#b\t1\n"c#"\t2\n# all\n', READ)).toEqual([['a'], ['c#', '2'], []]);
  });

  test('turns ill-formed UTF-8 into U+FFFD without losing its place', () => {
    const table = parseTable(Buffer.from([0x31, 0x2c, 0xe9, 0x0a, 0x32]), CSV);
    expect(table.rows[0]?.fields[1]).toMatchObject({ start: 2, end: 3, text: '\ufffd' });
    expect(table.rows).toHaveLength(2);
  });

  test('covers every byte once, whatever comes in', () => {
    const bytes = fc.array(fc.constantFrom(...Buffer.from('ab,"\'#\t\r\n\\0'))).map((list) => Buffer.from(list));
    fc.assert(
      fc.property(bytes, fc.constantFrom(CSV, TSV, READ), (input, dialect) => {
        const { rows } = parseTable(input, dialect);
        let at = 0;
        for (const row of rows) {
          expect(row.start).toBe(at);
          expect(row.next).toBeGreaterThan(row.start);
          let from = row.start;
          for (const field of row.fields) {
            expect(field.start).toBe(from);
            from = field.end + 1;
          }
          if (row.fields.length > 0) expect(row.fields.at(-1)?.end).toBe(row.end);
          at = row.next;
        }
        expect(at).toBe(input.length);
      }),
    );
  });
});
