import { expect, test } from 'vitest';
import { applyEdits } from '../../../src/codecs/edit.ts';
import { bytesSource } from '../../../src/model/part.ts';
import {
  areObjectsApart,
  objectTexts,
  oneObjectALine,
  wellFormed,
  withoutNuls,
} from '../../../src/stores/engine/range-edits.ts';

test('records over several lines get a line each, and keep bytes that are not UTF-8', () => {
  const bytes = Buffer.from('{\n "text": "caf\xe9 au lait"\n}\n{"n":\n1}', 'latin1');
  const made = applyEdits(bytes, oneObjectALine(bytesSource(bytes)));
  expect(Buffer.from(made).toString('latin1')).toBe('{"text":"caf\xe9 au lait"}\n{"n":1}\n');
});

test('bytes that are not UTF-8 become a sign each up to the end of the line, in one edit for each stretch', () => {
  const bytes = Buffer.from(`{"text":"${'\xff'.repeat(100_000)} and \xe9"}\n\xff`, 'latin1');
  const edits = wellFormed(bytesSource(bytes), 0, bytes.length);
  const said = `{"text":"${'\ufffd'.repeat(100_000)} and \ufffd"}\n`;
  expect(edits.map(({ remove }) => remove)).toEqual([100_000, 1]);
  const whole = Buffer.concat([Buffer.from(said), Buffer.from([0xff])]);
  // As lists of numbers they would take a second to compare.
  expect(whole.equals(applyEdits(bytes, edits))).toBe(true);
});

test.each([
  ['[{"a":1},{"b":2}]\n{"c":3}\n', ['{"a":1}', '{"b":2}', '{"c":3}']],
  ['[\n{"a":1},\n{"b":2},\n]{"c":3}', ['{"a":1}', '{"b":2}', '{"c":3}']],
  ['[{"a":1},{"b":2}]\n{"c":', []],
  ['[{"a":1},{"b":2}] x', []],
  ['[{"a":1},7]\n{"c":3}', []],
])('objects of a list and those behind it are all, and nothing else may be there: %j', (text, objects) => {
  const source = bytesSource(Buffer.from(text));
  expect(objectTexts(source).map(String)).toEqual(objects);
  expect(areObjectsApart(source)).toBe(objects.length > 0);
});

test('NUL bytes of a line go in one edit for each run, a line of them alone with its end, and many runs in one edit', () => {
  const nulsOf = (line: string) => {
    const bytes = Buffer.from(`{"a":1}\n${line}\n{"b":2}\n`);
    const edits = withoutNuls(bytesSource(bytes), { at: 8, length: line.length, isEnded: true });
    return {
      places: edits.map(({ at, remove }) => [at, remove]),
      made: Buffer.from(applyEdits(bytes, edits)).toString(),
    };
  };
  const after = (line: string) => `{"a":1}\n${line}{"b":2}\n`;
  expect(nulsOf('\0\0{"c"\0:3}')).toEqual({
    places: [
      [8, 2],
      [14, 1],
    ],
    made: after('{"c":3}\n'),
  });
  expect(nulsOf('\0\0\0')).toEqual({ places: [[8, 4]], made: after('') });
  const many = 'a\0'.repeat(1001);
  expect(nulsOf(many)).toEqual({ places: [[8, many.length]], made: after(`${'a'.repeat(1001)}\n`) });
});
