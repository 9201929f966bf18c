import { expect, test } from 'vitest';
import { withoutComments } from '../../../src/codecs/json/comments.ts';

const plain = (text: string) => Buffer.from(withoutComments(Buffer.from(text))).toString();

test.each([
  ['{"a": 1} // one', '{"a": 1}       '],
  ['{"a": /* 1 */ 2}', '{"a":         2}'],
  ['// a\r\n{}', '    \r\n{}'],
  ['{"a": "// no", "b": "\\"/* no */"}', '{"a": "// no", "b": "\\"/* no */"}'],
  ['{} /* open', '{}        '],
  ['{"a": "open // ', '{"a": "open // '],
  ['{"a": 1 / 2}', '{"a": 1 / 2}'],
  ['/**/1', '    1'],
])('%j is read as %j', (text, wanted) => {
  expect(plain(text)).toBe(wanted);
});
