import { describe, expect, test } from 'vitest';
import { raoFault } from '../../../../src/stores/rao/checks/texts.ts';
import { openJson } from '../../../../src/stores/rao/read/r-json.ts';
import { filePart } from '../../open-site.ts';

function fault(bytes: string | Uint8Array) {
  const file = openJson(filePart('conversation_log.json', Buffer.from(bytes)));
  if (file === null) throw new Error('there are bytes');
  return raoFault(file);
}

describe('why R does not read a JSON file', () => {
  test.each([
    ['', 'empty', 0],
    [' \n', 'empty', 0],
    ['\0\0\0', 'empty', 0],
    ['\ufeff', 'empty', 0],
    ['[{"id":1},{"id', 'torn', 11],
    ['[{"id":1}\0\0\0', 'torn', 9],
    ['[1]\0\0', 'rest', 3],
    ['[1] [2]', 'rest', 4],
    ['[1,]', 'comma', 3],
    ['[1,\n ]', 'comma', 5],
    ['{"a":1,}', 'comma', 7],
    ['[NaN]', 'bare number', 1],
    ['[-Infinity]', 'bare number', 2],
    ['[Inf]', 'bare number', 1],
    ['[NA]', 'grammar', 1],
    ['[NaNs]', 'grammar', 1],
    ['[1 2]', 'grammar', 3],
    ['["a\tb"]', 'grammar', 3],
    ['[,]', 'grammar', 1],
  ])('%j is %s', (text, type, offset) => {
    expect(fault(text)).toMatchObject({ type, offset });
  });

  test('a byte of another encoding', () => {
    expect(fault(Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]))).toMatchObject({ type: 'utf-8', offset: 2 });
  });

  test.each(['[]', '\ufeff[]', '{}', 'null', '"a"', ' [1]\r\n'])('none for %j', (text) => {
    expect(fault(text)).toBeNull();
  });
});
