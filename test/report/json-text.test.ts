import { expect, test } from 'vitest';
import { jsonStream, jsonText, Verbatim } from '../../src/report/json-text.ts';

test('values are written as JSON, undefined members are left out', () => {
  expect(jsonText({ a: 1, b: undefined, c: [null, true, 'x"\n'], d: {} })).toBe(
    '{"a":1,"c":[null,true,"x\\"\\n"],"d":{}}',
  );
});

test('source text goes in as it is: big integers, spellings and depth survive', () => {
  const source = '{"n":9007199254740993,"f":1.0,"k":1,"k":2}';
  expect(jsonText({ metadata: new Verbatim({ source }) })).toBe(`{"metadata":${source}}`);
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(jsonText([new Verbatim({ source: deep })])).toHaveLength(deep.length + 2);
});

test('a stream is one document, whether its list is empty or not', () => {
  const empty = jsonStream('list', 'conversations');
  expect(JSON.parse(empty.open() + empty.close({ findings: [] }))).toEqual({
    schema: 1,
    command: 'list',
    conversations: [],
    findings: [],
  });
  const full = jsonStream('verify', 'findings');
  const text = full.open() + full.item(1) + full.item({ a: 2 }) + full.close({ summary: { n: 3 } });
  expect(JSON.parse(text)).toEqual({ schema: 1, command: 'verify', findings: [1, { a: 2 }], summary: { n: 3 } });
});
