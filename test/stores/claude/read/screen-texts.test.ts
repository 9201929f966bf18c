import { expect, test, vi } from 'vitest';
import { wholeValue } from '../../../../src/codecs/json/scan.ts';
import { screenTexts } from '../../../../src/stores/claude/read/unheard.ts';

const LINES = Array.from({ length: 100 }, (_, n) => `+line ${n}`);

test('the arguments of a call are parsed once, however many texts the screen had of its result', () => {
  const record = wholeValue(Buffer.from(JSON.stringify({ toolUseResult: { structuredPatch: [{ lines: LINES }] } })));
  const call = JSON.stringify({ new_string: LINES.slice(1).join('\n').replaceAll('+', '') });
  const parse = vi.spyOn(JSON, 'parse');
  const texts = [...screenTexts(record as NonNullable<typeof record>, { text: 'updated', arguments: call })];
  const told = texts.map(({ isRepeated }) => isRepeated?.());
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
  expect(texts).toHaveLength(LINES.length);
  expect(told.indexOf(false)).toBe(0);
  expect(told.lastIndexOf(false)).toBe(0);
});
