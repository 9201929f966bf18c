import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import type { MarkedLine } from '../../../src/model/secret.ts';
import { secretsInFile } from '../../../src/ops/secrets/file-secrets.ts';
import { secretFinder } from '../../../src/ops/secrets/find-secrets.ts';
import { markedLines } from '../../../src/ops/secrets/redacted-lines.ts';
import { isThorough } from '../../support/sampling.ts';
import { plantedSecrets } from './planted.ts';

const planted = [...plantedSecrets(17).values()];
const WORDS = ['key', 'token', 'password', 'is', 'é', '水門', 'à', '**', '`', 'curl -u ', 'https://', '\u200b', 'pass'];
const SIGNS = [
  ' ',
  ': ',
  '=',
  '"',
  '\\',
  '\n',
  '\t',
  '/',
  '%5F',
  '\u001b[1m',
  '</b>',
  '…',
  ',',
  '_',
  'hunter22',
  '98765432',
];
const piece = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...SIGNS),
  fc.stringMatching(/^[A-Za-z0-9]{1,24}$/),
  fc.constantFrom(...planted),
);
const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
const line = fc.record({
  say: text,
  input: fc.record({
    api_key: text,
    args: fc.array(text, { maxLength: 3 }),
    inside: text.map((each) => JSON.stringify({ each })),
  }),
  long: text.map((each) => `${'lorem ipsum '.repeat(200)}${each}`),
});

/** All of its lines, with a mark at each byte. */
function everyLine(bytes: Buffer): MarkedLine[] {
  let from = 0;
  return bytes
    .toString('latin1')
    .split(/(?<=\n)/)
    .map(({ length }) => {
      const [marks, to] = [Array.from({ length }, (_, at) => at), from + length];
      const all = { from, to, marks };
      from = to;
      return all;
    });
}

test('in marked texts all is found that is found where every text is looked through', async () => {
  const find = await secretFinder();
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
      const bytes = Buffer.from(lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
      const file = { path: 'a.jsonl', source: bytesSource(bytes) };
      const marked = [...markedLines(find.marks, file)];
      expect([...secretsInFile(file, marked, find)]).toEqual([...secretsInFile(file, everyLine(bytes), find)]);
    }),
    { numRuns: isThorough ? 400 : 12, seed: 505 },
  );
});

test('marks are places in bytes, whatever is before them', async () => {
  const { marks } = await secretFinder();
  const [token = ''] = planted;
  const before = Buffer.from('{"a":"é水門\u{1f33f}"}\n{"b":1}\n');
  for (const [bytes, at] of [
    [Buffer.concat([before, Buffer.from(`{"c":"à ${token}"}\n`)]), before.length + 9],
    [Buffer.concat([Buffer.from('{"x":"\xff\xfe"}\n', 'latin1'), before, Buffer.from(`{"c":"${token}"}`)]), -1],
  ] as const) {
    const [only, ...others] = markedLines(marks, { path: 'a.jsonl', source: bytesSource(bytes) });
    expect(others).toEqual([]);
    expect(bytes.subarray(only?.from, only?.to).toString()).toContain(token);
    if (at >= 0) expect(only?.marks.map((each) => each + (only?.from ?? 0))).toContain(at);
  }
});
