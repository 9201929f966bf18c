import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, onTestFinished, test } from 'vitest';
import { parquetFiles } from '../../src/io/parquet-file.ts';
import { Failure } from '../../src/model/failure.ts';

const COLUMNS = [
  { name: 'n', type: 'number' },
  { name: 'text', type: 'text' },
  { name: 'at', type: 'time' },
] as const;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'convostore-parquet-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('rows are written in groups of bounded size, and a reader finds all of them', async () => {
  const path = join(folder(), 'a/b.parquet');
  const file = (await parquetFiles())(path, COLUMNS);
  for (let n = 0; n < 45_000; n++) file.add([n, n % 2 === 0 ? 'x' : null, 0]);
  file.finish().publish();
  const { buffer } = new Uint8Array(readFileSync(path));
  expect(parquetMetadata(buffer).row_groups.map(({ num_rows }) => num_rows)).toEqual([20_000n, 20_000n, 5000n]);
  const rows = await parquetReadObjects({ file: buffer });
  expect(rows).toHaveLength(45_000);
  expect(rows[44_999]).toEqual({ n: 44_999, text: null, at: new Date(0) });
});

test('a time that no date can hold is none, and half a surrogate pair is replaced', async () => {
  const path = join(folder(), 'x.parquet');
  const file = (await parquetFiles())(path, COLUMNS);
  file.add([1, 'a\ud800', 9e15]);
  file.finish().publish();
  const { buffer } = new Uint8Array(readFileSync(path));
  expect(await parquetReadObjects({ file: buffer })).toEqual([{ n: 1, text: 'a\ufffd', at: null }]);
});

test('a table that is given up leaves no file, whole or not', async () => {
  const top = folder();
  const open = await parquetFiles();
  open(join(top, 'a.parquet'), COLUMNS).abandon();
  const whole = open(join(top, 'b.parquet'), COLUMNS).finish();
  whole.drop();
  expect(readdirSync(top)).toEqual([]);
});

test('tables that are given up take the empty folders along that were made for them, and no others', async () => {
  const top = folder();
  mkdirSync(join(top, 'there/empty'), { recursive: true });
  mkdirSync(join(top, 'there/d'));
  const open = await parquetFiles();
  const [a, b, c, d] = ['out/a/a', 'out/b/b', 'there/new/c', 'there/d/d'].map((name) =>
    open(join(top, `${name}.parquet`), COLUMNS),
  );
  mkdirSync(join(top, 'there/d/d.parquet/in-the-way'), { recursive: true });
  a?.abandon();
  b?.finish().drop();
  c?.abandon();
  const whole = d?.finish();
  expect(() => whole?.publish()).toThrow(Failure);
  whole?.drop();
  expect(readdirSync(top, { recursive: true }).sort()).toEqual([
    'there',
    'there/d',
    'there/d/d.parquet',
    'there/d/d.parquet/in-the-way',
    'there/empty',
  ]);
});
