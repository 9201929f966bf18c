import { expect, test } from 'vitest';
import type { Source } from '../../../../src/codecs/lines/source.ts';
import { lastOrdinal, lastTime } from '../../../../src/stores/codex/read/record.ts';

const event = (n: number, ordinal?: number, text = `m${n}`) => {
  const timestamp = new Date(1_779_300_000_000 + n * 1000).toISOString();
  const payload = { type: 'agent_message', message: text };
  return `${JSON.stringify({ timestamp, ...(ordinal === undefined ? {} : { ordinal }), type: 'event_msg', payload })}\n`;
};

/** A file whose slices are counted, and last until the next one. */
function counted(text: string): Source & { read: number } {
  const bytes = Buffer.from(text);
  const held = Buffer.alloc(1 << 20);
  const source = {
    size: bytes.length,
    read: 0,
    slice: (at: number, length: number) => {
      source.read += length;
      const size = bytes.copy(held, 0, at, at + length);
      return held.subarray(0, size);
    },
  };
  return source;
}

test('the last ordinal is found above lines without one, each of which is read twice at most', () => {
  const lines = Array.from({ length: 2000 }, (_, n) => event(n, n < 3 ? n : undefined));
  const source = counted(lines.join(''));
  expect(lastOrdinal(source, source.size)).toBe(2);
  expect(source.read).toBeLessThan(3 * source.size);
});

test.each([
  ['no line', '', null],
  ['one line without an end', event(1, 7).trimEnd(), 7],
  ['blank lines behind it', `${event(1, 7)}\n\n`, 7],
  ['a line longer than a piece before it', `${event(0, 6)}${event(1, undefined, 'x'.repeat(200_000))}`, 6],
  ['a line longer than a piece', `\n${event(1, 7, 'x'.repeat(200_000))}`, 7],
  ['none with an ordinal', event(1) + event(2), null],
])('of a file with %s the last ordinal is right', (_, text, ordinal) => {
  const source = counted(text);
  expect(lastOrdinal(source, source.size)).toBe(ordinal);
});

test('the ordinal before a byte does not count what comes behind it', () => {
  const source = counted(event(1, 1) + event(2, 2) + event(3, 3));
  expect(lastOrdinal(source, event(1, 1).length + event(2, 2).length)).toBe(2);
});

test('the last time is looked for in the last 64 KiB', () => {
  const seconds = 1_779_300_000 + 5;
  expect(lastTime(counted(`${event(5)}{"torn":\n`))).toBe(seconds);
  expect(lastTime(counted(`${event(5)}${'x'.repeat(60_000)}\n`))).toBe(seconds);
  expect(lastTime(counted(event(5) + 'x\n'.repeat(40_000)))).toBe(null);
});
