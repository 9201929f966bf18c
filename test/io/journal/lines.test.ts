import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesBackwards, linesOf, ownLines } from '../../../src/io/journal/plan-lines.ts';
import { runs } from '../../support/sampling.ts';

/** A file of which each read gives at most `chunk` bytes more than it must. */
function fileOf(text: string): Parameters<typeof linesOf>[0] {
  const bytes = Buffer.from(text);
  return { open: () => 1, close: () => undefined, readAt: (_, at, length) => bytes.subarray(at, at + length) };
}

test('lines come in order, and backwards the same, however long they are', () => {
  const line = fc.oneof(fc.string({ maxLength: 10 }), fc.constantFrom('x'.repeat(70_000), 'ö'.repeat(50_000)));
  fc.assert(
    fc.property(fc.array(line), (texts) => {
      const lines = texts.map((text) => text.replaceAll('\n', ' '));
      const file = fileOf(lines.map((text) => `${text}\n`).join(''));
      const found = [...linesOf(file, 'x')];
      expect(found.map(({ text }) => text)).toEqual(lines.map((text) => Buffer.from(text).toString()));
      const places = [0, ...found.map(({ next }) => next)];
      expect([...linesBackwards(file, 'x', places)]).toEqual(found.map(({ text }) => text).reverse());
    }),
    { ...runs(300), seed: 20_261_121 },
  );
});

test('a last line without its end is an error: it was written whole or not at all', () => {
  expect(() => [...linesOf(fileOf('one\ntwo\nthr'), 'x')]).toThrow('x ends in the middle of a line');
});

test('a line is known as it was written, and in its place alone', () => {
  const own = ownLines();
  for (const line of ['one', 'two']) own.add(line);
  expect([own.has(0, 'one'), own.has(1, 'two')]).toEqual([true, true]);
  expect([own.has(0, 'two'), own.has(1, 'twO'), own.has(2, 'one')]).toEqual([false, false, false]);
});
