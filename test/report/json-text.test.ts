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

test('values beside source text, or without any, are written alike', () => {
  const plain = { a: undefined, b: [undefined, -0, Number.NaN, '\ud800', 'é\u001b'], 2: 'two', 1: { c: undefined } };
  const written = '{"1":{},"2":"two","b":[null,0,null,"\\ud800","é\\u001b"]';
  expect(jsonText(plain)).toBe(`${written}}`);
  expect(jsonText({ ...plain, d: new Verbatim({ source: '1e2' }) })).toBe(`${written},"d":1e2}`);
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
