import { expect, test } from 'vitest';
import { isOutsideRecords } from '../../../../src/stores/codex/checks/line-faults.ts';
import { isThorough } from '../../../support/sampling.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test.each(['\xff{"a":1}', '{"a":1}\xff', '{"a":1}\xff{"b":2}', '{"a":1},\xff{"b":2}', '{"a":"\xc3\xa9"}\xff\xfe'])(
  'bytes beside whole records: %j',
  (line) => {
    expect(isOutsideRecords(latin1(line))).toBe(true);
  },
);

test.each([
  '{"a":"\xff"}',
  '{"a":1\xff}',
  '{"a":1}{"b":"\xff"}',
  '{"a":1}\xff x',
  '{"a":1}\xff,',
  '{"a":1\xff',
  '[{"a":1}]\xff',
  '12\xff',
  '\xff',
])('bytes in a record, or beside anything else: %j', (line) => {
  expect(isOutsideRecords(latin1(line))).toBe(false);
});

test.runIf(isThorough)('more bytes behind a record than a set can hold', () => {
  expect(isOutsideRecords(Buffer.concat([latin1('{"a":1}'), Buffer.alloc(2 ** 24 + 1, 0xff)]))).toBe(true);
});
