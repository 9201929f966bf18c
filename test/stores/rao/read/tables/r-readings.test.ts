import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeCompanionTable, decodeHistory } from '../../../../../src/stores/rao/read/tables/companion-table.ts';

/** A table, a character a byte, and what `read.csv` or `read.table` of R 4.2.2 made of it: names, types and cells of its columns, or an error. */
interface Reading {
  readonly file: 'names' | 'buttons' | 'history' | 'attachments' | 'images';
  readonly text: string;
  readonly columns?: readonly (readonly (string | null)[])[];
  readonly error?: string;
}

const FILE = new URL('../../../../../fixtures/rao/r-readings.jsonl', import.meta.url);
const readings: readonly Reading[] = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

test.each(readings)('R reads $text as it was recorded', ({ file, text, columns, error }) => {
  const bytes = Buffer.from(text, 'latin1');
  const { read } = file === 'history' ? decodeHistory(bytes) : decodeCompanionTable(bytes);
  if (!read.ok) return expect(read.error).toBe(error);
  // A column without cells is logical to R, and nobody asks.
  expect(read.columns.map(({ name, type, cells }) => [name, cells.length === 0 ? 'logical' : type, ...cells])).toEqual(
    columns,
  );
});
