import { describe, expect, test, vi } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { byteFilter, mayHold } from '../../../../src/stores/engine/search/byte-filter.ts';

const QUERY = { patterns: ['needle'], syntax: 'literal', ignoreCase: true } as const;
const LINE = '{"type":"user","text":"hay"}';
const CHAINED = '{"parentUuid":null,"text":"more hay"}';

function holds(text: string, wordsAlone = false, filter = byteFilter(QUERY)): boolean {
  const source = bytesSource(Buffer.from(text, 'latin1'));
  const part = {
    path: 'a.jsonl',
    role: 'session',
    type: 'file',
    bytes: null,
    source,
    size: source.size,
    mtime: 0,
    mode: 0,
  } as const;
  return mayHold(filter, [{ ...part, digest: () => '' }], { names: () => [], wordsAlone });
}

describe('a file that does not hold what is searched for', () => {
  test.each([
    ['ends with a line feed', `${LINE}\n`],
    ['ends with a whole record', `${LINE}\n${LINE}`],
    ['is one record without an end', LINE],
    ['has blocks that begin as a record does', `{"parentUuid":null,"content":[${LINE}, ${LINE}],"of":${LINE}}\n`],
    ['has blocks without a space between them', `{"parentUuid":null,"content":[${LINE},${LINE}],"of":[[],${LINE}]}\n`],
    ['has a last record behind what one window holds', `${`${LINE}\n`.repeat(20_000)}${LINE}`],
  ])('is passed over where it %s', (_, text) => {
    expect(holds(text)).toBe(false);
  });

  test.each([
    ['ends in the middle of a record', `${LINE}\n${LINE.slice(0, -1)}`],
    ['ends with what is no object', `${LINE}\n"hay"`],
    ['ends with a record of bytes that are not UTF-8', `${LINE}\n{"text":"\xff"}`],
    ['has a record of another beginning behind one', `${CHAINED}\n${CHAINED}${LINE}\n${CHAINED}\n`],
    ['has a record of another beginning within one', `${CHAINED}\n${CHAINED.slice(0, 30)}${LINE}\n${CHAINED}\n`],
    ['has a record where a key of another one is due', `${CHAINED}\n${CHAINED.slice(0, 19)}${LINE}\n${CHAINED}\n`],
    ['ends with a record longer than a window', `{"a":${JSON.stringify('b'.repeat(600_000))},"c":{}}`],
  ])('is looked into where it %s', (_, text) => {
    expect(holds(text)).toBe(true);
  });

  test.each([
    ['ends in the middle of a record', `${LINE}\n${LINE.slice(0, -1)}`, `${LINE}\n${LINE.slice(0, -4)} needle`],
    ['has a line that is no record', `note\n${LINE}\n`, `a needle\n${LINE}\n`],
    ['is one record over several lines', `{\n"text":\n"hay"}\n`, `{\n"text":\n"a NEEDLE"}\n`],
  ])('is looked into for its words only where they are in its bytes, if it %s', (_, without, having) => {
    expect([holds(without), holds(without, true), holds(having, true)]).toEqual([true, false, true]);
  });

  test.each([
    ['has NUL bytes, which a heal may take out of a word', `${LINE}\nnee\0dle\n`],
    ['is UTF-16', `\xff\xfe{\0}\0`],
  ])('is always looked into where it %s', (_, text) => {
    expect(holds(text, true)).toBe(true);
  });

  test.each([
    ['in JSON', '\\u001b[31mnee\\u001b[0;1mdle\\u001b[m', true],
    ['in JSON in JSON', 'nee\\\\\\u001b[0mdle', true],
    ['between all its letters', [...'Needle'].join('\\u001b[1m'), true],
    ['at the end of a window', `${' '.repeat((1 << 18) - 130)}nee\\u001b[38;2;10;20;30mdle${' '.repeat(200)}`, true],
    ['beside other orders to a terminal', 'nee\\u001b[2Kdle', false],
    ['without the word', '\\u001b[31mnee\\u001b[0m dle', false],
  ])('is looked into where colours part the word: %s', (_, text, isIn) => {
    expect(holds(`${LINE.replace('hay', text)}\n`)).toBe(isIn);
  });

  test('is looked into where colours in a plain text part the word', () => {
    const names = () => [['a \u001b[1mnee\u001b[0mdle']];
    expect(mayHold(byteFilter(QUERY), [], { names })).toBe(true);
  });

  test.each(['orchard.pick', 'mcp__orchard__pick', 'mcp__fs__ls', 'namespace: mcp'])(
    'is looked into where the parts of a name stand apart: %s',
    (pattern) => {
      const line =
        '{"type":"call","namespace":"mcp__orchard","name":"pick"}\n{"server_name":"fs","name":"ls","of":"mcp"}\n';
      expect(holds(line, false, byteFilter({ ...QUERY, patterns: [pattern] }))).toBe(true);
      expect(holds(`${LINE}\n`, false, byteFilter({ ...QUERY, patterns: [pattern] }))).toBe(false);
    },
  );

  test('is passed over where it has a part of a version, or of a short name', () => {
    for (const pattern of ['1.25.3', 'a.ts'])
      expect(holds('{"at":"1","version":"25","to":"ts"}\n', false, byteFilter({ ...QUERY, patterns: [pattern] }))).toBe(
        false,
      );
  });

  test('is looked into where its text holds the fragment', () => {
    expect(holds(`${LINE.replace('hay', 'a Needle')}\n`)).toBe(true);
  });
});

describe('names in files that conversations share', () => {
  const found = (names: readonly string[], filter = byteFilter(QUERY)) =>
    mayHold(filter, [], { names: () => [[], names] });

  test('are looked into', () => {
    expect(found(['one', 'a Needle in it'])).toBe(true);
    expect(found(['one', 'nee', 'dle'])).toBe(false);
  });

  test('are looked into once for all conversations, and anew for another search', () => {
    const shared = ['one', 'two'];
    const looks = vi.spyOn(shared, 'join');
    const filter = byteFilter(QUERY);
    for (let n = 0; n < 3; n++) expect(found(shared, filter)).toBe(false);
    expect(looks).toHaveBeenCalledTimes(1);
    expect(found(shared, byteFilter({ ...QUERY, patterns: ['two'] }))).toBe(true);
  });
});
