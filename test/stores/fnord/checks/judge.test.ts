import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeFnord } from '../../../../src/stores/fnord/checks/judge.ts';
import { decodeFnord, timestampOf } from '../../../../src/stores/fnord/read/decode.ts';
import { fnordCounts, summaryOf } from '../../../../src/stores/fnord/read/summary.ts';
import { runs } from '../../../support/sampling.ts';
import { v1 } from '../change/home.ts';
import { judgedAs } from '../read-error.ts';

const read = (text: string | Uint8Array) => judgedAs(decodeFnord(Buffer.from(text)));
const v0 = (body: string) => `1741953600:${body}`;
const codes = (text: string) => read(text).findings.map(({ code }) => code);

describe('a timestamp', () => {
  test.each(['-377705116800', '253402300799', '0', '-0'])('may be %s in v1', (stamp) => {
    expect(read(`{"timestamp":${stamp}}`).error).toBe(null);
    expect(timestampOf(decodeFnord(Buffer.from(`{"timestamp":${stamp}}`)))).toBe(Number(stamp) + 0);
  });

  test.each(['-377705116801', '253402300800', '1.0', '1e3', '-0.0', '"1"', 'null', 'true', '[1]', '9'.repeat(400)])(
    'may not be %s in v1',
    (stamp) => {
      expect(read(`{"timestamp":${stamp}}`).error).toBe('v1_parse_failed');
    },
  );

  test('is that of the first of two keys', () => {
    expect(read('{"timestamp":5,"timestamp":"x"}').readable).toBe(true);
    expect(read('{"timestamp":"x","timestamp":5}').error).toBe('v1_parse_failed');
    expect(read('{"time\\u0073tamp":5}').readable).toBe(true);
  });

  test('of a broken v0 body still sorts the file, of a broken v1 file it does not', () => {
    expect(timestampOf(decodeFnord(Buffer.from('5:{"messages":[')))).toBe(5);
    expect(timestampOf(decodeFnord(Buffer.from('{"timestamp":5,"messages":[')))).toBe(null);
    expect(timestampOf(decodeFnord(Buffer.from('253402300800:{}')))).toBe(null);
  });
});

describe('a document', () => {
  test.each([
    ['{"timestamp":5} \r\n\t', null],
    ['{"timestamp":5}\u00a0', 'v1_parse_failed'],
    ['{"timestamp":5}\0', 'v1_parse_failed'],
    ['{"timestamp":5}}', 'v1_parse_failed'],
    ['5: \n{}', null],
    ['5:\u00a0{}', 'v0_parse_failed'],
    ['5::{}', 'v0_parse_failed'],
    ['5:{}6:{}', 'v0_parse_failed'],
    ['5:"text"', 'exception'],
    ['5:7', 'exception'],
    ['5:true', 'exception'],
    ['5:[', 'v0_parse_failed'],
    ['253402300800:[]', 'v0_parse_failed'],
  ])('%j gives %s', (text, error) => {
    expect(read(text).error).toBe(error);
  });

  test('may hold whole numbers of any size, but no float beyond a double', () => {
    expect(read(v1(`"metadata":{"n":${'9'.repeat(400)}}`)).readable).toBe(true);
    expect(read(v1(`"metadata":{"n":${'9'.repeat(400)},"m":1e400}`)).error).toBe('v1_parse_failed');
    expect(read(v1(`"metadata":{"n":${'9'.repeat(400)}.5}`)).error).toBe('v1_parse_failed');
    expect(read(v1('"metadata":{"n":1e-400}')).readable).toBe(true);
  });

  test.each(['\\ud800', '\\udc00', '\\ud800\\ud800', '\\udc00\\ud800', '\\ud83dx'])(
    'may not hold the escape %s',
    (half) => {
      expect(read(v1(`"metadata":{"a":"${half}"}`)).error).toBe('v1_parse_failed');
      expect(read(v1(`"metadata":{"${half}":1}`)).error).toBe('v1_parse_failed');
    },
  );

  test.each([[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80], [0xe2, 0x82]])(
    'may not hold the bytes %s %s',
    (...bytes) => {
      const text = Buffer.concat([Buffer.from('5:{"metadata":{"a":"'), Uint8Array.from(bytes), Buffer.from('"}}')]);
      expect(read(text).error).toBe('v0_parse_failed');
    },
  );

  test('of 100,000 nested lists is judged', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(read(v1(`"metadata":{"a":${deep}}`)).readable).toBe(true);
  });
});

describe('a key', () => {
  const long = (length: number) => `{"${'é'.repeat(length)}":1}`;

  test.each(['metadata', 'memory', 'tasks'])('of %s may have 255 characters and no more', (section) => {
    const wrap = (value: string) =>
      section === 'metadata'
        ? value
        : section === 'memory'
          ? `[${value}]`
          : `{"a":{"tasks":[],"description":[${value}]}}`;
    expect(read(v1(`"${section}":${wrap(long(255))}`)).readable).toBe(true);
    expect(read(v1(`"${section}":${wrap(long(256))}`)).error).toBe('exception');
    expect(read(v1(`"${section}":${wrap(`{"a":[[${long(256)}]]}`)}`)).error).toBe('exception');
  });

  test('that names a task list or stands in a known message may be longer', () => {
    expect(read(v1(`"tasks":{"${'k'.repeat(300)}":[]}`)).readable).toBe(true);
    expect(codes(v1(`"messages":[{"role":"user","content":"a","${'k'.repeat(300)}":1}]`))).toEqual([]);
  });

  test('below a later one of equal keys does not count', () => {
    expect(read(v1(`"metadata":{"a":1,"a":${long(256)}}`)).readable).toBe(true);
    expect(read(v1(`"metadata":{"a":${long(256)},"a":1}`)).error).toBe('exception');
  });

  test('that the heal of v0 drops does not count', () => {
    const list = `{"a":{"tasks":[],"description":null,"status":"done","${'k'.repeat(256)}":1}}`;
    expect(read(v0(`{"tasks":${list}}`))).toMatchObject({ readable: true, rewritten: true });
    expect(read(v1(`"tasks":${list}`)).error).toBe('exception');
  });
});

describe('memory', () => {
  test.each([
    ['null', 'exception'],
    ['{}', null],
    ['{"a":1}', 'exception'],
    ['"x"', 'exception'],
    ['[null]', 'exception'],
    ['[[]]', 'exception'],
    ['[{}]', null],
    ['[{"scope":5,"topics":{"a":1}}]', null],
  ])('%s gives %s', (memory, error) => {
    expect(read(v1(`"memory":${memory}`)).error).toBe(error);
  });
});

test('metadata that is not an object is read and then refused by the session', () => {
  for (const metadata of ['null', '[]', '"x"', '5']) {
    expect(read(v1(`"metadata":${metadata}`)).readable).toBe(true);
    expect(codes(v1(`"metadata":${metadata}`))).toEqual([metadata === 'null' ? 'FN160' : 'FN161']);
  }
});

test('fnord rewrites a file that it then refuses, unless a pass raises first', () => {
  expect(read(v0('{"tasks":{"a":[5]}}'))).toMatchObject({ readable: false, rewritten: true });
  expect(read(v0('{"tasks":{"a":[5],"b":{"status":5}}}'))).toMatchObject({ readable: false, rewritten: false });
  expect(read(v0('{"tasks":[],"messages":null}'))).toMatchObject({ readable: false, rewritten: false });
  expect(read(v0('{"tasks":[],"memory":null}'))).toMatchObject({ readable: false, rewritten: true });
});

describe('one pass', () => {
  const sound = fc.constantFrom(
    '{"role":"user","content":"a question"}',
    '{"role":"user","content":null}',
    '{"role":"system","content":"rules"}',
    '{"role":"developer"}',
    '{"role":"assistant","content":"","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}',
    '{"role":"assistant","content":"text","tool_calls":[{"id":"b","function":{"name":"f"}},{"id":"c","function":{}}]}',
    '{"role":"tool","tool_call_id":"a","content":"found"}',
    '{"role":"tool","tool_call_id":"b","output":"found"}',
    '{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}',
    '{"type":"function_call_output","call_id":"c","output":"found"}',
    '{"type":"message","role":"assistant","content":"an answer"}',
  );
  const value = fc.constantFrom(
    'null',
    'false',
    '7',
    '"a"',
    '"b"',
    '"user"',
    '"reasoning"',
    '"function_call"',
    '[]',
    '{}',
    '[{}]',
    '{"text":1}',
  );
  const key = fc.constantFrom(
    'type',
    'role',
    'content',
    'tool_calls',
    'output',
    'call_id',
    'tool_call_id',
    'arguments',
    'id',
    'ro\\u006ce',
  );
  const odd = fc
    .tuple(
      fc.constantFrom('{"role":"assistant",', '{"type":"function_call","call_id":"a",', '{'),
      key,
      value,
      key,
      value,
    )
    .map(([begins, a, b, c, d]) => `${begins}"${a}":${b},"${c}":${d}}`);
  const message = fc.oneof({ weight: 6, arbitrary: sound }, { weight: 1, arbitrary: fc.oneof(odd, value) });
  const sections = fc.subarray([
    '"metadata":{"a":1}',
    '"metadata":[]',
    `"metadata":{"${'k'.repeat(256)}":1}`,
    '"metadata":{"session_shell_approvals":[1]}',
    '"memory":[]',
    '"memory":[{}]',
    '"memory":null',
    '"tasks":{}',
    '"tasks":[]',
    '"tasks":{"t":[]}',
    '"agent":1',
    '"more":1',
    '"version":1',
    '"version":2',
    '"timestamp":5',
  ]);
  const document = fc
    .tuple(
      fc.boolean(),
      fc.array(message, { maxLength: 8 }),
      fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, sections),
    )
    .map(([old, messages, rest]) => {
      const body = [`"messages":[${messages}]`, ...rest].join(',');
      return old ? v0(`{${body}}`) : v1(body);
    });

  test('is what all checks make of it', () => {
    let plain = 0;
    fc.assert(
      fc.property(document, (text) => {
        const decoded = decodeFnord(Buffer.from(text));
        const slow = { ...decoded, plain: () => null };
        if (decoded.soundMessages() !== null) plain++;
        expect(judgeFnord(decoded)).toEqual(judgeFnord(slow));
        expect(summaryOf(decoded)).toEqual(summaryOf(slow));
        expect(fnordCounts(decoded)).toEqual(fnordCounts(slow));
      }),
      runs(6000),
    );
    // Where it never says anything, nothing was compared.
    expect(plain).toBeGreaterThan(runs(6000).numRuns / 10);
  });
});
