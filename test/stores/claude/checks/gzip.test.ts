import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { gunzipped } from '../../../../src/stores/claude/checks/file-shape.ts';

const TEXT = 'a line\n'.repeat(100);
const PACKED = gzipSync(TEXT);

function unpacked(bytes: Uint8Array, limit = TEXT.length): unknown {
  const answer = gunzipped(bytesSource(bytes), limit);
  return answer instanceof Uint8Array ? Buffer.from(answer).toString() : answer;
}

test('gzip is unpacked up to a limit, and whole or not at all', () => {
  const changed = Buffer.from(PACKED);
  changed[PACKED.length - 6] = (changed[PACKED.length - 6] ?? 0) ^ 1;
  expect(unpacked(PACKED)).toBe(TEXT);
  expect(unpacked(Buffer.concat([PACKED, PACKED]), 2 * TEXT.length)).toBe(TEXT + TEXT);
  expect(unpacked(PACKED, TEXT.length - 1)).toBe('too-large');
  expect(unpacked(PACKED, PACKED.length - 1)).toBe('too-large');
  expect(
    [PACKED.subarray(0, -1), changed, Buffer.concat([PACKED, Buffer.from('\0')])].map((each) => unpacked(each)),
  ).toEqual(['damaged', 'damaged', 'damaged']);
  expect(unpacked(Buffer.from(TEXT))).toBeNull();
});
