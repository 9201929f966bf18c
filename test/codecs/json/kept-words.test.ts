import { expect, test } from 'vitest';
import { scan } from '../../../src/codecs/json/scan.ts';
import { keptWords, lendWords } from '../../../src/codecs/json/tape.ts';
import { root, textOf } from '../../../src/codecs/json/value.ts';
import { newReadBuffer } from '../../../src/io/disk/read-file.ts';

/** Bytes of a JSON text that lie where `take` says. */
function placed(take: (length: number) => Buffer | null, text: string): Buffer {
  const at = take(Buffer.byteLength(text));
  if (at === null) throw new Error('there is no room');
  at.write(text);
  return at;
}

function textIn(tape: ReturnType<typeof scan>): string | null {
  const value = root(tape);
  return value === null ? null : textOf(value);
}

test('tapes of all files in a room stay as they are until it is used again', () => {
  const buffer = newReadBuffer();
  const texts = Array.from({ length: 40 }, (_, n) => `"${'text '.repeat(n)}${n}"`);
  const tapes = texts.map((text) => scan(placed(buffer.take, text)));
  expect(tapes.map((tape) => JSON.stringify(textIn(tape)))).toEqual(texts);
  expect(new Set(tapes.map(({ words }) => words.buffer)).size).toBe(1);
  buffer.clear();
  const [again, first] = [scan(placed(buffer.take, '"again"')), tapes[0]];
  expect(textIn(again)).toBe('again');
  expect(again.words.byteOffset).toBe(first?.words.byteOffset);
});

test('tapes of other bytes do not change when a room is used again', () => {
  const buffer = newReadBuffer();
  const index = scan(Buffer.from('["kept", "for", "all"]'));
  const before = [...index.words];
  for (let n = 0; n < 20; n++) {
    scan(placed(buffer.take, `{"unit": [${n}, ${n}, ${n}]}`));
    buffer.clear();
  }
  expect([...index.words]).toEqual(before);
});

test('a tape that is too long for a slab gets words of its own', () => {
  const bytes = Buffer.allocUnsafeSlow(8);
  const takeBack = lendWords(bytes.buffer, 6);
  const words = Int32Array.from({ length: 8 }, (_, n) => n);
  const [within, beyond] = [keptWords(bytes, words, 0, 4), keptWords(bytes, words, 4, 4)];
  expect([[...within], [...beyond]]).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ]);
  takeBack();
  expect([...keptWords(bytes, words, 2, 6)]).toEqual([2, 3, 4, 5, 6, 7]);
  expect([[...within], [...beyond]]).toEqual([
    [2, 3, 4, 5],
    [4, 5, 6, 7],
  ]);
});
