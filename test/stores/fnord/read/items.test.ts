import { describe, expect, test } from 'vitest';
import { decodeFnord } from '../../../../src/stores/fnord/read/decode.ts';
import { summaryOf } from '../../../../src/stores/fnord/read/summary.ts';
import { v1 } from '../change/home.ts';
import { judgedAs } from '../read-error.ts';

const read = (text: string | Uint8Array) => judgedAs(decodeFnord(Buffer.from(text)));
const v0 = (body: string) => `1741953600:${body}`;

describe('messages', () => {
  const of = (messages: string) => decodeFnord(Buffer.from(v1(`"messages":${messages}`)));
  const call = (rest: string) => `[{"role":"assistant","tool_calls":[{${rest}}]}]`;

  test.each([
    ['[]', 0],
    ['{}', 0],
    ['{"b":1,"a":2,"a":3}', 2],
    ['[null]', 0],
    ['[[]]', 0],
    ['[[null,[1],{}]]', 3],
    ['[false,5]', 2],
    ['[{"role":"assistant","tool_calls":[]}]', 0],
    ['[{"role":"assistant","content":"a","tool_calls":[{}]}]', 2],
    ['[{"role":"assistant","content":"","tool_calls":[{},{}]}]', 2],
    ['[{"role":"assistant","content":[{"text":"a"}],"tool_calls":[]}]', 0],
    ['[{"role":"assistant","content":5,"tool_calls":[{}]}]', 1],
    ['[{"role":"assistant","content":"a","tool_calls":false}]', 1],
    ['[{"role":"user","tool_calls":[{},{}]}]', 1],
    ['[{}]', 1],
    ['[{"type":"reasoning","role":"user"}]', 1],
  ])('%s come to %i', (messages, count) => {
    expect(judgedAs(of(messages)).readable).toBe(true);
    expect(summaryOf(of(messages)).messages).toBe(count);
  });

  test.each([
    ['null'],
    ['"x"'],
    ['5'],
    ['false'],
    ['[{"role":"user","content":{}}]'],
    ['[{"role":"system","content":false}]'],
    ['[{"role":"developer","content":5}]'],
    ['[{"role":"assistant","content":true,"tool_calls":null}]'],
    ['[{"type":"function_call","arguments":false}]'],
    ['[{"type":"function_call","arguments":[]}]'],
    [call('"function":"x"')],
    [call('"function":true')],
    [call('"function":[]')],
    [call('"function":{"arguments":true}')],
    [call('"function":{"arguments":5}')],
    ['[{"role":"assistant","tool_calls":[null]}]'],
    ['[{"role":"assistant","tool_calls":[[]]}]'],
  ])('%s raise', (messages) => {
    expect(judgedAs(of(messages)).error).toBe('exception');
  });

  test.each([
    call('"function":false'),
    call('"function":{"arguments":false}'),
    call('"function":{"arguments":null,"name":false}'),
  ])('%s are read in v1', (messages) => {
    expect(judgedAs(of(messages)).readable).toBe(true);
  });

  test('of v0 must all be objects, and their functions too, whatever the role', () => {
    for (const messages of [
      '[null]',
      '[[]]',
      '[5]',
      '{"a":{}}',
      '[{"role":"critic","tool_calls":[{"function":null}]}]',
    ])
      expect(read(v0(`{"messages":${messages},"tasks":[]}`))).toMatchObject({ error: 'exception', rewritten: false });
    expect(read(v0('{"messages":{}}')).readable).toBe(true);
  });

  test.each([
    ['[{"type":"message","role":"user","content":"a"}]', 'a'],
    ['[{"type":"function_call","role":"user","content":"a"},{"role":"user","content":"b"}]', 'b'],
    ['[{"role":"user","content":[{"text":"a"},5,{"text":5},{"type":"x","text":"b"},["c"]]}]', 'ab'],
    ['[{"role":"user"},{"role":"user","content":"b"}]', ''],
    ['[{"role":"User","content":"a"}]', null],
    ['["x",{"role":"user","content":"a"}]', null],
    ['[{"role":"user","content":"a"},"x"]', 'a'],
    ['[[{"role":"user","content":"a"}]]', null],
    ['[{"role":"user","role":"x","content":"a","content":"b"}]', 'a'],
  ])('%s ask %j', (messages, question) => {
    expect(summaryOf(of(messages)).title).toBe(question);
  });
});
