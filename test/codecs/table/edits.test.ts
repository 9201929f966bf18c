import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, EditClash } from '../../../src/codecs/edit.ts';
import {
  CSV,
  changeTable,
  type Field,
  parseTable,
  quoteCell,
  replaceField,
  rowSource,
  type Table,
  type TableChange,
  type TableRow,
} from '../../../src/codecs/table/table.ts';

const parse = (text: string) => parseTable(Buffer.from(text), CSV);
const made = (text: string, change: (table: Table) => TableChange) => {
  const table = parse(text);
  return Buffer.from(applyEdits(table.bytes, changeTable(table, change(table)))).toString();
};
const row = (table: Table, index: number): TableRow => {
  const found = table.rows[index];
  if (found === undefined) throw new Error(`no row ${index}`);
  return found;
};
const field = (table: Table, index: number, at: number): Field => {
  const found = row(table, index).fields[at];
  if (found === undefined) throw new Error(`no field ${at}`);
  return found;
};

describe('changeTable', () => {
  test('removes rows with their line ends', () => {
    expect(made('h\r\n1\r\n2\r\n3', (table) => ({ remove: [row(table, 1), row(table, 3)] }))).toBe('h\r\n2\r\n');
  });

  test('adds rows before others and at the end, with the line end of the table', () => {
    const change = (table: Table): TableChange => ({
      insert: [
        { before: row(table, 1), source: '0' },
        { before: null, source: '8' },
        { before: null, source: '9' },
      ],
    });
    expect(made('h\r\n1\r\n', change)).toBe('h\r\n0\r\n1\r\n8\r\n9\r\n');
  });

  test('ends a last row that has no line end, unless it goes', () => {
    const insert = [{ before: null, source: '2' }];
    expect(made('h\n1', () => ({ insert }))).toBe('h\n1\n2\n');
    expect(made('h\n1', (table) => ({ remove: [row(table, 1)], insert }))).toBe('h\n2\n');
    expect(made('', () => ({ insert }))).toBe('2\n');
  });

  test('adds nothing inside a quote that is never closed', () => {
    expect(() => made('h\n1,"a\n', () => ({ insert: [{ before: null, source: '2' }] }))).toThrow(EditClash);
  });

  test('changes a field and nothing beside it', () => {
    expect(made('h,i\n1 , "x"\n', (table) => ({ replace: [{ field: field(table, 1, 0), source: '7' }] }))).toBe(
      'h,i\n7, "x"\n',
    );
    expect(replaceField({ field: field(parse('a,b'), 0, 1), source: 'c' })).toEqual({
      at: 2,
      remove: 1,
      insert: Buffer.from('c'),
    });
  });
});

describe('properties', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '7', '"', ',', '\n', "'", ' ', 'é') }).map(quoteCell);
  const lines = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1 });

  test('a quoted cell is read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parse(`${quoteCell(text)},x\n`).rows[0]?.fields[0]?.text).toBe(text);
      }),
    );
  });

  test('rows that stay are the same bytes, whatever goes and comes', () => {
    const end = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(lines, end, fc.infiniteStream(fc.boolean()), fc.boolean(), (cells, lineEnd, coins, added) => {
        const sources = cells.map((each) => each.join(','));
        const table = parse(sources.map((source) => source + lineEnd).join(''));
        const remove = table.rows.filter(() => coins.next().value);
        const insert = added ? [{ before: null, source: '"new"' }] : [];
        const kept = table.rows.filter((each) => !remove.includes(each)).map((each) => rowSource(table, each));
        const result = parseTable(applyEdits(table.bytes, changeTable(table, { remove, insert })), CSV);
        const expected = [...kept, ...insert.map(() => Buffer.from('"new"'))].map((each) => Buffer.from(each));
        expect(result.rows.map((each) => Buffer.from(rowSource(result, each)))).toEqual(expected);
      }),
    );
  });
});
