import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { tableFromIPC } from 'apache-arrow';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { readParquet } from 'parquet-wasm/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { statOf } from '../../src/io/disk/stat-of.ts';
import { nodeDisk } from '../../src/io/disk.ts';
import { parquetFiles } from '../../src/io/parquet-file.ts';
import { Failure } from '../../src/model/failure.ts';

const compressors = { GZIP: (bytes: Uint8Array) => gunzipSync(bytes) };

/** Opens tables at paths where nothing is. */
async function opener() {
  const open = await parquetFiles({ version: 7, isRedacted: false });
  return (path: string) => open({ path, name: path, was: null }, COLUMNS);
}

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
  const file = (await opener())(path);
  for (let n = 0; n < 45_000; n++) file.add([n, n % 2 === 0 ? 'x' : null, 0]);
  file.finish().publish();
  const { buffer } = new Uint8Array(readFileSync(path));
  expect(parquetMetadata(buffer).row_groups.map(({ num_rows }) => num_rows)).toEqual([20_000n, 20_000n, 5000n]);
  const rows = await parquetReadObjects({ file: buffer, compressors });
  expect(rows).toHaveLength(45_000);
  expect(rows[44_999]).toEqual({ n: 44_999, text: null, at: new Date(0) });
});

test('a table says in its footer what wrote it, and of what version it is', async () => {
  const path = join(folder(), 'x.parquet');
  (await opener())(path).finish().publish();
  const { created_by, key_value_metadata, num_rows } = parquetMetadata(new Uint8Array(readFileSync(path)).buffer);
  expect({ created_by, key_value_metadata, num_rows }).toEqual({
    created_by: 'convostore',
    key_value_metadata: [{ key: 'convostore.tables', value: '7' }],
    num_rows: 0n,
  });
});

test('a table takes the place of what was there only if that is still what was looked at', async () => {
  const path = join(folder(), 'x.parquet');
  writeFileSync(path, 'old');
  const open = await parquetFiles({ version: 1, isRedacted: false });
  const was = statOf(nodeDisk(), path);
  const [first, second] = [open({ path, name: path, was }, COLUMNS), open({ path, name: path, was }, COLUMNS)];
  // The second has taken the place that both are written beside.
  const whole = first.finish();
  expect(() => whole.publish()).toThrow('is being written by another convo');
  expect(readFileSync(path, 'utf8')).toBe('old');
  second.finish().publish();
  expect(readdirSync(join(path, '..'))).toEqual(['x.parquet']);
  expect(() => open({ path, name: path, was }, COLUMNS)).toThrow('does not lead where it did');
});

test.each(['add', 'finish', 'publish'] as const)(
  'a disk that is full at %s leaves what was there, and no half table',
  async (at) => {
    const path = join(folder(), 'x.parquet');
    writeFileSync(path, 'old');
    const table = (await parquetFiles({ version: 1, isRedacted: false }))(
      { path, name: path, was: statOf(nodeDisk(), path) },
      COLUMNS,
    );
    const full = () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    };
    const fill = (): void => {
      for (let n = 0; n < 25_000; n++) table.add([n, 'x', 0]);
    };
    if (at === 'add') vi.spyOn(fs, 'writeSync').mockImplementation(full);
    if (at !== 'add') fill();
    if (at === 'finish') vi.spyOn(fs, 'fsyncSync').mockImplementation(full);
    const work =
      at === 'add'
        ? fill
        : () => {
            const whole = table.finish();
            if (at === 'publish') vi.spyOn(fs, 'renameSync').mockImplementation(full);
            whole.publish();
          };
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect(work).toThrow(`${path} could not be written: the disk is full`);
    table.abandon();
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(join(path, '..'))).toEqual(['x.parquet']);
  },
);

test('a time that no date can hold is none, and half a surrogate pair is replaced', async () => {
  const path = join(folder(), 'x.parquet');
  const file = (await opener())(path);
  file.add([1, 'a\ud800', 9e15]);
  file.finish().publish();
  const { buffer } = new Uint8Array(readFileSync(path));
  expect(await parquetReadObjects({ file: buffer, compressors })).toEqual([{ n: 1, text: 'a\ufffd', at: null }]);
});

test('a table without rows is one that a strict reader takes', async () => {
  const path = join(folder(), 'x.parquet');
  (await opener())(path).finish().publish();
  const read = tableFromIPC(readParquet(readFileSync(path)).intoIPCStream());
  expect([read.numRows, read.schema.names]).toEqual([0, ['n', 'text', 'at']]);
});

test('a table that is given up leaves no file, whole or not', async () => {
  const top = folder();
  const open = await opener();
  open(join(top, 'a.parquet')).abandon();
  const whole = open(join(top, 'b.parquet')).finish();
  whole.drop();
  expect(readdirSync(top)).toEqual([]);
});

test('tables that are given up take the empty folders along that were made for them, and no others', async () => {
  const top = folder();
  mkdirSync(join(top, 'there/empty'), { recursive: true });
  mkdirSync(join(top, 'there/d'));
  const open = await opener();
  const [a, b, c, d] = ['out/a/a', 'out/b/b', 'there/new/c', 'there/d/d'].map((name) =>
    open(join(top, `${name}.parquet`)),
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
