import { expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { readSession } from '../../../../src/stores/copilot/read/session.ts';

const line = (number: string) =>
  `{"type":"user.message","data":{"content":"Why","more":${number}},"id":"00000001-0000-4000-8000-000000000001","timestamp":"2026-05-04T09:00:00.000Z","parentId":null}\n`;

/** As 1.0.102 reads them. */
test.each([
  ['1e400', ['broken']],
  ['123456789012345678901234567890', []],
  ['"1e400"', []],
])('a line with the number %s is read as the program reads it', (number, types) => {
  const read = readSession(bytesSource(Buffer.from(line(number))));
  expect(read.faults.map(({ type }) => type)).toEqual(types);
  expect(read.records.length).toBe(types.length === 0 ? 1 : 0);
});
