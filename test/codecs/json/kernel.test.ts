import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { duplicateKeys } from '../../../src/codecs/json/duplicates.ts';
import { innerTape, loadKernel, scanByKernel } from '../../../src/codecs/json/kernel.ts';
import { scanBytes } from '../../../src/codecs/json/scanner.ts';
import { KIND, type Tape, TOKEN } from '../../../src/codecs/json/tape.ts';
import { lexemeOf } from '../../../src/codecs/json/value.ts';
import { isThorough, oneIn, runs } from '../../support/sampling.ts';
import { source } from './source.ts';

const top = fileURLToPath(new URL('../../../', import.meta.url));

/** Numbers so long, or so far from 1, are left to the scanner. */
function isFar(tape: Tape): boolean {
  for (let at = 0; at < tape.count; at++) {
    if (((tape.words[at * TOKEN] ?? 0) & 7) !== KIND.number) continue;
    const [digits = '', power = '0'] = lexemeOf({ tape, at }).split(/e/i);
    if (digits.length + Math.max(0, Number(power)) > 300) return true;
  }
  return false;
}

/** The kernel answers for each sound document without an oddity, as the scanner does; answers whether it did. */
function agrees(bytes: Uint8Array, from = 0): boolean {
  const expected = scanBytes(bytes, from);
  const tape = scanByKernel(bytes, from);
  if (expected.fault !== null || expected.loneSurrogate >= 0 || isFar(expected)) {
    expect(tape).toBeNull();
    return false;
  }
  const { words = new Int32Array(), bytes: given, ...facts } = tape ?? {};
  const { words: own, bytes: _, ...rest } = expected;
  expect(given).toBe(bytes);
  expect(facts).toEqual({ ...rest, known: tape?.known, distinct: tape?.distinct });
  // Compared as bytes: the runner takes its time over long lists.
  expect(bytesOf(words.map((word, n) => (n % TOKEN === 0 ? word & 0xffff : word))).equals(bytesOf(own))).toBe(true);
  if (tape?.distinct === true) expect([...duplicateKeys(expected)]).toEqual([]);
  return true;
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
}

const fixtures = oneIn(5, filesIn(join(top, 'fixtures'))).map((path) => readFileSync(path));

test('every fixture is read alike, sound or not', () => {
  expect(fixtures.filter((bytes) => agrees(bytes)).length).toBeGreaterThan(0.6 * fixtures.length);
});

test('every prefix of some fixtures is read alike', () => {
  const some = fixtures.filter((bytes) => bytes.length > 200 && bytes.length < 3000 && agrees(bytes)).slice(0, 6);
  for (const bytes of some) for (let end = 0; end < bytes.length; end++) agrees(bytes.subarray(0, end));
  expect(some).toHaveLength(6);
});

test('documents of all sorts are read alike, wherever they begin', () => {
  fc.assert(
    fc.property(source(), fc.nat(70), (text, from) => {
      agrees(Buffer.concat([Buffer.alloc(from, '"'), Buffer.from(text)]), from);
    }),
    runs(2000),
  );
});

test('documents with a byte changed, put in or taken out are read alike', () => {
  const bytes = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from('"\\u{}[],:0e')));
  fc.assert(
    fc.property(source(), fc.nat(), bytes, fc.nat(2), (text, where, byte, how) => {
      const sound = Buffer.from(text);
      const at = where % (sound.length + 1);
      const after = sound.subarray(at + (how === 0 ? 0 : 1));
      agrees(Buffer.concat([sound.subarray(0, at), Buffer.from(how === 2 ? [] : [byte]), after]));
    }),
    runs(5000),
  );
});

test('strings of any length, with escapes anywhere in them, are read alike', () => {
  const piece = fc.constantFrom(
    ...[
      '\\"',
      '\\\\',
      '\\n',
      '\\u00e9',
      '\\ud83d\\ude00',
      '\\ud83d',
      '\\ude00',
      '\\udbff\\u0041',
      '\\/',
      '\\u12',
      '\\x',
    ],
    ...['a', 'é', '語', '"', '\\', '\t', '\u007f', 'x'.repeat(15), 'y'.repeat(31), 'z'.repeat(61)],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      agrees(Buffer.from(`["${pieces.join('')}"]`));
    }),
    runs(8000),
  );
});

test('runs of backslashes end where the scanner ends them', () => {
  for (let before = 0; before < 70; before++)
    for (let run = 0; run < 8; run++)
      agrees(Buffer.from(`{"k":"${'x'.repeat(before)}${'\\'.repeat(run)}"${'y'.repeat(5)}","l":1}`));
  for (let run = 60; run < 70; run++) agrees(Buffer.from(`["${'\\'.repeat(run)}"]`));
});

test.each([
  ...[
    '1e300',
    '1e299',
    '12e298',
    '-1e299',
    '1e-999',
    '1E+05',
    '0e99999999999',
    '1.5',
    '-0.0e-0',
    '1e',
    '1e+',
    '-',
    '01',
  ],
  ...['9'.repeat(300), '9'.repeat(301), `0.${'9'.repeat(298)}`, `0.${'9'.repeat(299)}`],
])('the number %s is read alike, or left to the scanner', (text) => {
  for (const around of [text, ` ${text} `, `[${text}]`, `{"a":${text},"b":${text}}`]) agrees(Buffer.from(around));
});

test('keys said to be distinct are, and few objects are left in doubt', () => {
  const names = [
    'a',
    'b',
    '',
    'key',
    'key\\u0031',
    'abcdefgh',
    'abcdefgi',
    'sixteen-letters-',
    'sixteen-letters+',
    'é',
  ];
  const key = fc.constantFrom(...names, 'first-8-middle-a-last-8', 'first-8-middle-b-last-8');
  fc.assert(
    fc.property(fc.array(key, { maxLength: 6 }), (keys) => {
      const inner = `{${keys.map((each) => `"${each}":{"a":0}`).join(',')}}`;
      agrees(Buffer.from(`[{"a":1},${inner}]`));
    }),
    runs(2000),
  );
  const plain = Buffer.from('{"id":1,"role":"user","content":{"id":2,"text":"x"},"created_at":3,"updated_at":4}');
  expect(scanByKernel(plain, 0)?.distinct).toBe(true);
});

/** What is inside the string that this source is: its tape's facts and its text; null where the kernel leaves it to others. */
function inside(source: string) {
  const tape = scanByKernel(Buffer.from(source), 0);
  const inner = tape === null ? null : innerTape({ tape, at: 0 });
  if (inner === null) return null;
  const [, start = 0, end = 0] = inner.words;
  const words = [...inner.words.subarray(0, inner.count * TOKEN)].map((word, i) =>
    i % TOKEN === 1 || i % TOKEN === 2 ? word - start : word,
  );
  return { words, text: inner.bytes.toString('utf8', start, end) };
}

/** The same by way of the string that it is. */
function parsedInside(source: string) {
  const text: string = JSON.parse(source);
  const { words, count } = scanBytes(Buffer.from(text), 0);
  return { words: [...words.subarray(0, count * TOKEN)], text };
}

test('JSON inside a string is read as it is when it is unescaped first', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    '\n',
    '/',
    'é',
    '語',
    '\u2028',
    'x'.repeat(13),
    'y'.repeat(16),
    '\u0001',
    'u0061',
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const values = fc.letrec((tie) => ({
    value: fc.oneof(text, fc.integer(), fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(text, tie('value'))),
  })).value;
  fc.assert(
    fc.property(values, (value) => {
      const source = JSON.stringify(JSON.stringify(value));
      const read = inside(source);
      if (read === null) expect(source).toContain('u0001');
      else expect(read).toEqual(parsedInside(source));
    }),
    runs(2000),
  );
});

test('strings of several documents are looked into in any order, those of a long one too', () => {
  const list = (n: number) => Array.from({ length: 4 }, (_, i) => JSON.stringify([n, i, `"${'x'.repeat(n * 40 * i)}`]));
  const lists = [list(1), list(2), [...list(3), 'y'.repeat(1 << 22)], list(4)];
  const tapes = lists.map((texts) => scanByKernel(Buffer.from(JSON.stringify(texts)), 0));
  for (const order of [0, 1, 2, 3, 3, 0, 2, 2, 1])
    for (const place of [3, 0, 2]) {
      const tape = tapes[order] as Tape;
      const { bytes, words } = innerTape({ tape, at: place + 1 }) as Tape & { bytes: Buffer };
      expect(bytes.toString('utf8', words[1], words[2])).toBe(lists[order]?.[place]);
    }
});

test.each([
  ...['[1, 2]', ' 1', '1 ', '["a" ]', '{"a": 1}', '[1,]', '["\\/"]', '["\\u0061"]', '"a', '', '[1]x', '["\\x"]', '\\'],
])('a string that no JSON.stringify writes is left to others: %s', (text) => {
  expect(inside(JSON.stringify(text))).toBeNull();
});

test.each(['"[\\u0022a\\u0022]"', '"[1\\u002c2]"', '"[\\/]"', '"[1\\n]"', '"[\\\\"', '"\\"\\\\"', '"[1]\\\\"'])(
  'a string that no JSON.stringify writes is left to others: %s',
  (source) => {
    expect(inside(source)).toBeNull();
  },
);

test('documents of many tokens make room, and beyond the bound are left to the scanner', () => {
  expect(agrees(Buffer.from(`[${'[],'.repeat(200_000)}0]`))).toBe(true);
  expect(scanByKernel(Buffer.from(`["${'x'.repeat(30_000_000)}"]`), 0)).toBeNull();
  expect(scanByKernel(Buffer.from(`[${'0,'.repeat(4_000_000)}0]`), 0)).toBeNull();
  expect(agrees(Buffer.from('[[],{}]'))).toBe(true);
});

test('without WebAssembly, or without SIMD in it, there is no kernel', () => {
  expect(loadKernel('', {})).toBeNull();
  expect(loadKernel('no code')).toBeNull();
});

interface KernelScript {
  kernelModule(): Promise<string>;
  isUpToDate(): boolean;
}

// The compiler takes seconds: in the check, that none of what it was given has changed is enough.
test('the bytes of the kernel are what its source compiles to', async () => {
  const { kernelModule, isUpToDate } = (await import(join(top, '.ci/kernel.mjs'))) as KernelScript;
  expect(isUpToDate(), 'npm run kernel').toBe(true);
  const bytes = join(top, 'src/codecs/json/kernel-bytes.ts');
  if (isThorough) expect(await kernelModule()).toBe(readFileSync(bytes, 'utf8'));
});
