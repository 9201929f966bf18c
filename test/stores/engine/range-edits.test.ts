import { expect, test } from 'vitest';
import { applyEdits } from '../../../src/codecs/edit.ts';
import { bytesSource } from '../../../src/model/part.ts';
import { oneObjectALine } from '../../../src/stores/engine/range-edits.ts';

test('records over several lines get a line each, and keep bytes that are not UTF-8', () => {
  const bytes = Buffer.from('{\n "text": "caf\xe9 au lait"\n}\n{"n":\n1}', 'latin1');
  const made = applyEdits(bytes, oneObjectALine(bytesSource(bytes)));
  expect(Buffer.from(made).toString('latin1')).toBe('{"text":"caf\xe9 au lait"}\n{"n":1}\n');
});
