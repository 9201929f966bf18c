import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOKEN } from '../../../../src/codecs/json/tape.ts';
import { lexemeOf } from '../../../../src/codecs/json/value.ts';
import { eachPiece, type LinePiece, pieces } from '../../../../src/stores/claude/read/pieces.ts';
import { isThorough, oneIn, runs } from '../../../support/sampling.ts';
import { changedLines, copyingSource, lineFiles, linesOf } from '../../fixture-lines.ts';

const files = [...lineFiles('claude'), ...lineFiles('codex')];
const lines = linesOf(files);

/** All that a piece says, however its tape came about: offsets are those of the file. */
function told({ at, length, end, start, isBehind, bytes, tape, token, base }: LinePiece): unknown {
  const line = {
    at,
    length,
    end,
    start,
    isBehind,
    bytes: bytes === null ? null : Buffer.from(bytes).toString('latin1'),
  };
  if (tape === null) return line;
  const { words, fault, open, loneSurrogate, illFormed, overflow, distinct } = tape;
  const count = token === 0 && tape.bytes.length <= length ? tape.count : (words[token * TOKEN + 3] ?? 0) - token;
  const tokens = Array.from({ length: count }, (_, n) => {
    const [head = 0, from = 0, to = 0, next = 0] = words.subarray((token + n) * TOKEN, (token + n + 1) * TOKEN);
    return [head & 0xffff, from + base, to + base, next - token];
  });
  const value = count === 0 ? null : lexemeOf({ tape, at: token });
  return { ...line, tokens, value, fault, open, loneSurrogate, illFormed, overflow, distinct };
}

/** Answers how many pieces there are, and how many of them came from rows. */
function agree(bytes: Uint8Array, longest?: number): { readonly pieces: number; readonly rows: number } {
  let rows = 0;
  const met: unknown[] = [];
  eachPiece(copyingSource(bytes, longest), (piece) => {
    met.push(told(piece));
    if (piece.tape !== null && piece.tape.bytes.length > piece.length) rows++;
  });
  // As text: the runner takes its time over long lists.
  expect(JSON.stringify(met)).toBe(JSON.stringify(Array.from(pieces(copyingSource(bytes, longest)), told)));
  return { pieces: met.length, rows };
}

test('every line of the fixtures is read alike from rows and one by one, and most are rows', () => {
  const all = Buffer.concat(oneIn(12, files).map(({ bytes }) => Buffer.concat([bytes, Buffer.from('\n')])));
  const alone = oneIn(18, files).map(({ bytes }) => agree(bytes));
  // In `all` there are many windows, with lines that one of them cuts.
  for (const met of [alone, [agree(all)]]) {
    const pieces = met.reduce((sum, each) => sum + each.pieces, 0);
    const rows = met.reduce((sum, each) => sum + each.rows, 0);
    expect(pieces).toBeGreaterThan(isThorough ? 8000 : 400);
    expect(rows / pieces).toBeGreaterThan(isThorough ? 0.8 : 0.7);
  }
});

test('lines with some bytes changed, put in or taken out are read alike, wherever windows cut them', () => {
  const odd = [
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\n',
    '\r',
    '\r\n',
    '\0',
    ' ',
    '\xef\xbb\xbf',
    '\xff',
    '\xc3',
    '\xe6\xb0\xb4',
  ];
  const more = [
    '\\ud800',
    '{"a":1,"a":2}',
    '1e999',
    '9'.repeat(301),
    '\x01',
    '{"a":\n1}',
    '}{',
    '[\n',
    '['.repeat(2000),
  ];
  fc.assert(
    fc.property(
      changedLines(lines, [...odd, ...odd, ...more]),
      fc.option(fc.integer({ min: 60, max: 3000 })),
      (bytes, longest) => {
        agree(bytes, longest ?? undefined);
      },
    ),
    runs(30000),
  );
});

test.each(
  oneIn(
    2,
    [
      ['NUL bytes alone', Buffer.alloc(300_000)],
      ['a line without an end', Buffer.from('{"a":1}\n{"b":2}')],
      ['short lines in plenty', Buffer.from('{"a":1}\n'.repeat(10_000))],
      ['a line longer than a window', Buffer.from(`{"a":1}\n{"b":"${'x'.repeat(400_000)}"}\n{"c":3}\n`)],
      [
        'a character on the edge of a window',
        Buffer.from(`{"a":"${'x'.repeat(131_060)}"}\n{"b":"${'水'.repeat(50_000)}"}\n`),
      ],
      ['more tokens than a tape holds', Buffer.from(`{"a":1}\n{"b":[${'1,'.repeat(60_000)}1]}\n{"c":3}\n`)],
      ['deep nesting', Buffer.from(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n{"c":3}\n`)],
      ['blank lines', Buffer.from(' \n\n\t\n{"a":1}\n\n')],
      ['a byte-order mark', Buffer.from('\ufeff{"a":1}\n{"b":2}\n')],
      ['UTF-16', Buffer.from('{"a":1}\n{"b":2}\n', 'utf16le')],
    ],
    1,
  ),
)('%s: read alike', (_, bytes) => {
  expect(agree(bytes).pieces).toBeGreaterThan(0);
});

test('a file of lines that are no rows is read once, but for the ends of its windows', () => {
  const bytes = Buffer.from(`{"a":1,"a":"${'x'.repeat(300)}"}\n`.repeat(10_000));
  const { size, slice } = copyingSource(bytes);
  let [read, met] = [0, 0];
  const counting = (at: number, length: number) => {
    read += length;
    return slice(at, length);
  };
  eachPiece({ size, slice: counting }, () => met++);
  expect(met).toBe(10_000);
  expect(read).toBeLessThan(1.2 * size);
});
