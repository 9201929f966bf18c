import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lexemeOf, type Value } from '../../../../src/codecs/json/value.ts';
import { type Entry, entriesOf } from '../../../../src/stores/codex/read/record.ts';
import { entriesIn } from '../../../../src/stores/codex/read/rollout-file.ts';
import { isThorough, oneIn, runs } from '../../../support/sampling.ts';
import { changedLines, copyingSource, lineFiles, linesOf } from '../../fixture-lines.ts';

const files = lineFiles('codex');
const lines = linesOf(files);

function told({ line, shape, tape, value, type, payloadType, payload, ordinal }: Entry): unknown {
  const { number: n, at, length, bytes, isEnded } = line;
  const text = bytes === null ? null : Buffer.from(bytes).toString('latin1');
  const said = (each: Value | null) => (each === null ? null : lexemeOf(each));
  const faults =
    shape === 'record' || tape === null
      ? null
      : [tape.fault, tape.open, tape.loneSurrogate, tape.illFormed, tape.overflow, tape.distinct];
  return {
    n,
    at,
    length,
    isEnded,
    text,
    shape,
    faults,
    type,
    payloadType,
    ordinal,
    value: said(value),
    payload: said(payload),
  };
}

/** Answers how many lines there are, and how many of them came from rows. */
function agree(bytes: Uint8Array, { to, longest }: { readonly to?: number; readonly longest?: number } = {}) {
  const source = copyingSource(bytes, longest);
  let rows = 0;
  const met: unknown[] = [];
  for (const entry of entriesIn(source, to)) {
    met.push(told(entry));
    if (entry.tape !== null && entry.tape.bytes.length > entry.line.length) rows++;
  }
  // As text: the runner takes its time over long lists.
  const others = Array.from(entriesOf(source, to === undefined ? {} : { to }), told);
  expect(JSON.stringify(met)).toBe(JSON.stringify(others));
  return { lines: met.length, rows };
}

test('every line of the fixtures is read alike from rows and one by one, and most are rows', () => {
  const all = Buffer.concat(oneIn(4, files).map(({ bytes }) => Buffer.concat([bytes, Buffer.from('\n')])));
  const { lines: met, rows } = agree(all);
  expect(met).toBeGreaterThan(isThorough ? 2500 : 500);
  expect(rows / met).toBeGreaterThan(0.8);
  for (const { bytes } of oneIn(8, files)) agree(bytes);
});

const ODD = [
  '"',
  '\\',
  '{',
  '}',
  ',',
  '\n',
  '\r',
  '\r\n',
  '\0',
  ' ',
  '\xef\xbb\xbf',
  '\xff',
  '\xe6\xb0\xb4',
  '1',
  'null',
];
const MORE = [
  '\\ud800',
  '{"a":1,"a":2}',
  '1e999',
  '9'.repeat(301),
  '}{',
  '[\n',
  '['.repeat(200),
  `${'['.repeat(130)}1`,
];

test('lines with some bytes changed, put in or taken out are read alike, to the end or to a byte', () => {
  const reach = { to: fc.option(fc.nat(), { freq: 3 }), longest: fc.option(fc.integer({ min: 60, max: 3000 })) };
  fc.assert(
    fc.property(changedLines(lines, [...ODD, ...ODD, ...MORE]), fc.record(reach), (bytes, { to, longest }) => {
      agree(bytes, {
        ...(to === null ? {} : { to: to % (bytes.length + 1) }),
        ...(longest === null ? {} : { longest }),
      });
    }),
    runs(30_000),
  );
});

test.each(
  oneIn(2, [
    ['NUL bytes alone', Buffer.alloc(300_000)],
    ['a line without an end', Buffer.from('{"type":"x"}\n{"type":"y"}')],
    ['short lines in plenty', Buffer.from('{"type":"x"}\n'.repeat(10_000))],
    ['a line longer than a window', Buffer.from(`{"a":1}\n{"type":"${'x'.repeat(400_000)}"}\n{"c":3}\n`)],
    ['more tokens than a tape holds', Buffer.from(`{"a":1}\n{"payload":[${'1,'.repeat(60_000)}1]}\n{"c":3}\n`)],
    ['deep nesting', Buffer.from(`{"payload":${'['.repeat(50_000)}${']'.repeat(50_000)}}\n{"c":3}\n`)],
    ['nesting that is just too deep', Buffer.from(`{"payload":${'['.repeat(127)}${']'.repeat(127)}}\n{"c":3}\n`)],
    ['UTF-16', Buffer.from('{"a":1}\n{"b":2}\n', 'utf16le')],
  ]),
)('%s: read alike', (_, bytes) => {
  expect(agree(bytes).lines).toBeGreaterThan(0);
});
