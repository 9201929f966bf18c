import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRds } from '../../../src/codecs/rds/read-rds.ts';

// Written by saveRDS of R 4.2.2: flags, a vector that R keeps in a short form, a class, a call that names a symbol twice.
const V3 = Buffer.from(
  'H4sIAAAAAAAAA41RS07DQAx1fkAjGiF1wSEQe3Z0hcQKJEDqLjJTA5GSGegMgmWvwylYcB/UEyQ4jCekXWHJ8ov95s1zZpEDQAJpHEOSMYTs7vbi9AwgnvFHLhmBj6LHcxjid7b2+IgzBlhPehGFD18fDCYdB9eZHPj2JBZMoScWyjTPqFxZaWfpZWea3qMl6U3FRl9bsZLMD7xsqJ+bwVrrMylG9nvJsX6marRWvIfm/vXVzeVCOdHYG42ikx2DEfpG1glb9os6X+PuP+7PN9vVc7adamwoOM2leYhVqVArqmtaSu+YF6qsQ+1KPmDxkUplXrULf5QXHrA2jgRPldGO3vkdHDU2XGpWS1r9sXVgp29PpANWWNeCE/+E7Q+MNWR8VQIAAA==',
  'base64',
);
const V2 = Buffer.from(
  'H4sIAAAAAAAAA11PQY7CMAx0kwCiArQSBx7BJ7hyYqW9cKus4IVKaSpIEHvkO/uO/deCS5yCsORkMmN7nG0JAAqMUqB0B+d8lJIFpJh1eAV9PLRrwh+PfriO+R5Y/P77ZTC+cfA9l4Ypp5ZUMvifn7MXEw6TNANpmMMQxCGTo8/N13prY+qH4YtULPvhQmAi9E2q8xaFFOp3R48NZcdSyAnWlUVvyTnaCbfgxeoQ0ceKGwLuqbLt2UeRDS/eY99GEjy1rY/0E6s6UhOyaXva0elZ7XO1uRzIZ2zROcE60LH70B2SQXwzugEAAA==',
  'base64',
);
const ENVIRONMENT = Buffer.from(
  'H4sIAAAAAAAAA4vgYmBgYGZgYWJiYGYFMhlYQ0PcdC2ADBYGCPgLxP+AWBiIZaFsumMAlkf/kqcAAAA=',
  'base64',
);
const XZ = Buffer.from(
  '/Td6WFoAAAFpIt42AgAhARYAAAB0L+Wj4ACEAFBdACwCfBn5r/QdO56YNX7q0PQhTbNFUsTU1gy0osCkR2YyajC4VMBvu5x4D2f8vi27WY3HXHauSqXEncrt399c0fNz1nlzJuxUwN9DgAASgOAAAJKzMQMAAWiFAQAAAG0BSOY+MA2LAgAAAAABWVo=',
  'base64',
);

const NAMES = [
  'ai_cancelled',
  'assistant_message_count',
  'last',
  'note',
  'context_items',
  'order',
  'none',
  'when',
  'call',
  'seq',
];

/** A read value; anything else fails. */
function read(bytes: Uint8Array) {
  const rds = readRds(bytes);
  if (rds.state !== 'read') throw new Error(`${rds.state}: ${rds.why}`);
  return rds;
}

/** Serialized by hand: the header of version 2, then these words. */
function plain(words: readonly number[]): Buffer {
  const body = Buffer.alloc(words.length * 4);
  words.forEach((each, at) => {
    body.writeInt32BE(each, at * 4);
  });
  return Buffer.concat([Buffer.from('X\n\0\0\0\x02\0\x04\x02\x02\0\x02\x03\0', 'latin1'), body]);
}

describe('readRds', () => {
  test.each([
    [3, V3],
    [2, V2],
  ])('reads names and flags of version %i', (version, bytes) => {
    const rds = read(bytes);
    expect(rds).toMatchObject({ version, type: 'list', names: NAMES });
    expect(rds.values.get('ai_cancelled')).toEqual([false]);
    expect(rds.values.get('assistant_message_count')).toEqual([2]);
    expect(rds.values.get('last')).toEqual([null]);
    expect(rds.values.get('note')).toEqual(['café', null]);
    expect(rds.values.get('context_items')).toBe(null);
    expect(rds.values.get('when')).toEqual([0]);
  });

  test('refuses a text with a NUL byte in it, as R does', () => {
    expect(readRds(plain([16, 1, 9, 4, 0x61006262]))).toEqual({
      state: 'broken',
      why: 'holds a text with a NUL byte',
    });
    expect(readRds(plain([16, 1, 9, 4, 0x61616262])).state).toBe('read');
  });

  test('reads what is not compressed', () => {
    expect(read(gunzipSync(V3)).names).toEqual(NAMES);
  });

  test('refuses a file that was cut, wherever', () => {
    for (let size = 0; size < V3.length; size++) expect(readRds(V3.subarray(0, size)).state).toBe('broken');
    const bare = gunzipSync(V3);
    for (let size = 0; size < bare.length; size++) expect(readRds(bare.subarray(0, size)).state).toBe('broken');
  });

  test('refuses a flipped bit, because the check sum no longer fits', () => {
    const bytes = Buffer.from(V3);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    expect(readRds(bytes)).toEqual({ state: 'broken', why: 'does not inflate, or fails its check sum' });
  });

  test('refuses what is not a format of R', () => {
    expect(readRds(Buffer.from('hello\n'))).toEqual({ state: 'broken', why: 'is not in any format of R' });
    expect(readRds(new Uint8Array(0))).toEqual({ state: 'broken', why: 'is empty' });
    expect(readRds(Buffer.from('X\n\0\0\0\x09', 'latin1'))).toMatchObject({ state: 'broken' });
  });

  test('does not judge other compressions, text and environments', () => {
    expect(readRds(XZ)).toEqual({ state: 'unjudged', why: 'is compressed with xz' });
    expect(readRds(Buffer.from('BZh91AY'))).toEqual({ state: 'unjudged', why: 'is compressed with bzip2' });
    expect(readRds(gzipSync('A\n3\n'))).toEqual({ state: 'unjudged', why: 'is serialized as text' });
    expect(readRds(ENVIRONMENT)).toEqual({ state: 'unjudged', why: "holds a value of R's type 4" });
  });

  test('asks for no memory that the bytes cannot fill', () => {
    expect(readRds(plain([13, 2 ** 31 - 1]))).toEqual({ state: 'broken', why: 'is cut off' });
    expect(readRds(plain([14, -1, 2 ** 30, 0]))).toEqual({ state: 'broken', why: 'is cut off' });
    expect(readRds(gzipSync(Buffer.alloc(65 * 1024 * 1024), { level: 1 }))).toEqual({
      state: 'unjudged',
      why: 'holds more than 64 MiB',
    });
  });

  test('does not nest as deep as a file may', () => {
    const nested = Array.from({ length: 10_000 }, () => [19, 1]).flat();
    expect(readRds(plain([...nested, 254]))).toMatchObject({ state: 'unjudged' });
    const chain = Array.from({ length: 100_000 }, () => [2, 254]).flat();
    expect(readRds(plain([...chain, 254]))).toMatchObject({ state: 'read', type: 'other' });
  });

  test('never throws, whatever comes in', () => {
    const bare = gunzipSync(V3);
    fc.assert(
      fc.property(fc.nat(bare.length - 1), fc.nat(255), (at, byte) => {
        const bytes = Buffer.from(bare);
        bytes[at] = byte;
        expect(['read', 'broken', 'unjudged']).toContain(readRds(bytes).state);
      }),
    );
  });
});
