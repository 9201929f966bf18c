import { expect, test } from 'vitest';
import { decodedByMark } from '../../../src/stores/engine/utf16.ts';

const [FIRST, SECOND] = ['{"text":"pears"}', '{"text":"plüms 1"}'];

function utf16(text: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

test.each([
  [`${FIRST}\n`, `${SECOND}\n`],
  [`${FIRST}\r\n`, `${SECOND}\n${SECOND}\n`],
  [`${FIRST}\n`, SECOND],
  [FIRST, `\n${SECOND}\n`],
  [FIRST, `${SECOND}\n`],
  [`${FIRST}\n`, '\xff'],
])('records that a program appended in UTF-8 stay behind UTF-16: %j and %j', (before, behind) => {
  const isRecord = behind.includes('{');
  const tail = Buffer.from(behind, isRecord ? 'utf8' : 'latin1');
  for (const isBig of [false, true]) {
    const { bytes, halves } = decodedByMark(Buffer.concat([utf16(before, isBig), tail]));
    expect([bytes.toString(), halves]).toEqual(isRecord ? [before + behind, 0] : [before, 1]);
  }
});

test.each([
  `{"text":"第"}\n`,
  `{"text":"}\u227b第二章"}\n`,
  `{"text":"\u227b \u7b22 }笊笢"}\n`,
  '',
  `${FIRST}\n${SECOND}`,
])('all else is UTF-16 to its end: %j', (text) => {
  for (const isBig of [false, true])
    expect(decodedByMark(utf16(text, isBig))).toMatchObject({ bytes: Buffer.from(text), halves: 0 });
});
