import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { historyDamage } from '../../../../src/stores/engine/prompts/history-damage.ts';

const line = '{"display":"Dig leeks","sessionId":"a"}';
const look = (text: string | Buffer, isFresh = false) => historyDamage(bytesSource(Buffer.from(text)), isFresh);

describe('damage in a history of prompts', () => {
  test.each([
    '',
    '\n\n',
    `${line}\n`,
    `${line}\r\n${line}`,
    `${line}\n${line}`,
    `${line}\n`.repeat(5000),
    `{"display":"${'x'.repeat(300_000)}"}\n${line}\n`,
  ])('is not in sound lines (%#)', (text) => {
    expect(look(text)).toBe(null);
  });

  test('is at its first line', () => {
    const many = `${line}\n`.repeat(5000);
    expect(look(`${many}${line.slice(0, 9)}\n${many}`)).toEqual({
      detail: 'has 1 line that cannot be read whole: line 5001',
      offset: many.length,
      extent: 'record',
    });
    expect(look(`${line}\r\n\n${line.slice(0, 9)}\r\nx\r\n${line}${line}\r\n`)).toEqual({
      detail: 'has 3 lines that are not one record, 2 of which cannot be read whole, the first of them line 3',
      offset: line.length + 3,
      extent: 'record',
    });
  });

  test.each([
    ['CR alone as line ends', `${line}\r${line}\r`, null],
    ['a longer line than a window, torn', `${line}\n{"display":"${'x'.repeat(300_000)}\n${line}\n`, 'record'],
    ['a torn end', `${line}\n${line.slice(0, 9)}`, 'record'],
    ['NUL bytes at the end', `${line}\n\0\0\0`, null],
    ['NUL bytes within', `${line}\n${line.slice(0, 9)}\0\0\0\n`, 'record'],
    ['a list', `[${line},${line}]`, null],
    ['a list without its end', `[${line},${line}`, null],
    ['a list of a record a line', `[${line},\n${line}\n]`, null],
    ['a list with a record behind it', `[${line},${line}]\n${line}\n`, null],
    ['a list that is torn in a record', `[${line},${line.slice(0, 9)}`, 'record'],
    ['a list that is torn within', `[${line},${line.slice(0, 9)},${line}]`, 'record'],
    ['a list over several lines that is torn', JSON.stringify([{ a: 1 }, { b: 'c' }], null, 2).slice(0, -6), 'record'],
    ['one torn record', line.slice(0, 9), 'record'],
    ['text alone', 'some words', 'all'],
  ])('%s', (_, text, extent) => {
    const found = look(text);
    expect([found?.extent ?? null, look(text.replace(/^/, `${line}\n`)) === null]).toEqual([
      extent,
      text.includes('\r'),
    ]);
  });

  test('is none at the end of one that is being written', () => {
    expect(look(`${line}\n${line.slice(0, 9)}`, true)).toBe(null);
    expect(look(`${line.slice(0, 9)}\n${line}\n`, true)).not.toBe(null);
  });
});
