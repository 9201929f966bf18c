import { expect, test } from 'vitest';
import { scan } from '../../../src/codecs/json/scan.ts';
import { scanBytes } from '../../../src/codecs/json/scanner.ts';
import { FLAG, type Tape, TOKEN } from '../../../src/codecs/json/tape.ts';
import { lexemeOf, root, typeOf } from '../../../src/codecs/json/value.ts';

const of = (text: string) => scan(Buffer.from(text, 'latin1'));

/** The tape as a person reads it: kind (a key with a colon), source, and where its subtree ends. */
function tokens(tape: Tape): string[] {
  return Array.from({ length: tape.count }, (_, at) => {
    const [head = 0, , , next = 0] = tape.words.subarray(at * TOKEN);
    const v = { tape, at };
    return `${typeOf(v)}${head & FLAG.key ? ':' : ''} ${lexemeOf(v)} ->${next}`;
  });
}

const SOUND = [
  ...['null', 'true', 'false', '""', '{}', '[]'],
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '10',
    '9007199254740993',
    '0.0',
    '-0.5',
    '1.25',
    '10.01',
    '0e0',
    '0e-0',
    '1E5',
    '1e+05',
    '2.5e-3',
  ],
  ...[' null', 'null ', '\t\n\r null\t\n\r ', '[ ]', '{ }', '[\n]', '{\t}'],
  ...['[1]', '[1,2]', '[ 1 , 2 ]', '[[],{}]', '[[[]]]', '["a",null,true,false,-1]'],
  ...['{"a":1}', '{ "a" : 1 , "b" : 2 }', '{"":{}}', '{"a":{"b":[{"c":{}}]}}', '{"a":1,"a":2}'],
  ...[
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\u0000"',
    '"\\uaBcD"',
    '"\\ud83d\\ude00"',
    '"\\uDBFF\\uDFFF"',
    '"\\u0041\\u0042"',
  ],
  ...['"/"', '"\x7f"', '"#"', '"\\"#"', '"\\\\]"', '"!~[]{}"', '"abc\\nde"', '"a\\\\"', '"\\\\\\""'],
];

test.each(SOUND)('%j is sound', (text) => {
  const tape = of(text);
  expect(tape).toMatchObject({ fault: null, open: [], loneSurrogate: -1, illFormed: -1, overflow: -1 });
  expect(tape.end).toBe(text.trimEnd().length);
  expect(root(tape)).not.toBeNull();
  expect(() => JSON.parse(text)).not.toThrow();
});

const value = 'a value';
const digit = 'a digit';
const zero = 'no digit after a leading zero';
const bracket = 'a comma or a closing bracket';
const brace = 'a comma or a closing brace';
const inArray = 'a value or a closing bracket';
const inObject = 'a key or a closing brace';
const key = 'a key';
const colon = 'a colon';
const quote = 'a closing quote';
const control = 'an escape in place of a control character';
const badEscape = 'one of " \\ / b f n r t u after a backslash';
const hex = 'a hexadecimal digit';
const end = 'the end of the document';

/** Text, offset of the fault, what was expected, how far it was sound, tokens left on the tape, containers open. */
const FAULTS: [string, number, string, number, number, number[]][] = [
  ['', 0, value, 0, 0, []],
  [' \n', 2, value, 2, 0, []],
  ['\0', 0, value, 0, 0, []],
  ['x', 0, value, 0, 0, []],
  [',', 0, value, 0, 0, []],
  ['}', 0, value, 0, 0, []],
  [']', 0, value, 0, 0, []],
  ["'a'", 0, value, 0, 0, []],
  ['\xef\xbb\xbf{}', 0, value, 0, 0, []],
  ['\xa0{}', 0, value, 0, 0, []],
  ['\f{}', 0, value, 0, 0, []],
  ['/**/1', 0, value, 0, 0, []],
  ['NaN', 0, value, 0, 0, []],
  ['Infinity', 0, value, 0, 0, []],
  ['True', 0, value, 0, 0, []],
  ['+1', 0, value, 0, 0, []],
  ['.5', 0, value, 0, 0, []],
  ['t', 1, 'true', 0, 0, []],
  ['tru', 3, 'true', 0, 0, []],
  ['truE', 3, 'true', 0, 0, []],
  ['fals,', 4, 'false', 0, 0, []],
  ['nil', 1, 'null', 0, 0, []],
  ['[nul]', 4, 'null', 1, 1, [0]],
  ['-', 1, digit, 0, 0, []],
  ['--1', 1, digit, 0, 0, []],
  ['-a', 1, digit, 0, 0, []],
  ['-Infinity', 1, digit, 0, 0, []],
  ['00', 1, zero, 0, 0, []],
  ['-01', 2, zero, 0, 0, []],
  ['[012]', 2, zero, 1, 1, [0]],
  ['1.', 2, digit, 0, 0, []],
  ['1.e5', 2, digit, 0, 0, []],
  ['1e', 2, digit, 0, 0, []],
  ['1e+', 3, digit, 0, 0, []],
  ['1E-x', 3, digit, 0, 0, []],
  ['0x10', 1, end, 1, 1, []],
  ['1_000', 1, end, 1, 1, []],
  ['1.5.5', 3, end, 3, 1, []],
  ['[1', 2, bracket, 1, 1, [0]],
  ['[1.5', 4, bracket, 1, 1, [0]],
  ['[1e5', 4, bracket, 1, 1, [0]],
  ['[1\0\0', 2, bracket, 1, 1, [0]],
  ['[1 ', 3, bracket, 3, 2, [0]],
  ['[1 2]', 3, bracket, 3, 2, [0]],
  ['[1}', 2, bracket, 2, 2, [0]],
  ['[1:', 2, bracket, 1, 1, [0]],
  ['[true', 5, bracket, 5, 2, [0]],
  ['[truex]', 5, bracket, 5, 2, [0]],
  ['[""', 3, bracket, 3, 2, [0]],
  ['[', 1, inArray, 1, 1, [0]],
  ['[ ', 2, inArray, 2, 1, [0]],
  ['[,', 1, inArray, 1, 1, [0]],
  ['[}', 1, inArray, 1, 1, [0]],
  ['[x', 1, inArray, 1, 1, [0]],
  ['[1,', 3, value, 3, 2, [0]],
  ['[1,]', 3, value, 3, 2, [0]],
  ['[1,,2]', 3, value, 3, 2, [0]],
  ['[1,:', 3, value, 3, 2, [0]],
  ['[[]', 3, bracket, 3, 2, [0]],
  ['[[', 2, inArray, 2, 2, [0, 1]],
  ['{', 1, inObject, 1, 1, [0]],
  ['{]', 1, inObject, 1, 1, [0]],
  ['{,}', 1, inObject, 1, 1, [0]],
  ['{1:2}', 1, inObject, 1, 1, [0]],
  ['{a:1}', 1, inObject, 1, 1, [0]],
  ['{"a"', 4, colon, 4, 2, [0]],
  ['{"a" 1}', 5, colon, 5, 2, [0]],
  ['{"a",1}', 4, colon, 4, 2, [0]],
  ['{"a"}', 4, colon, 4, 2, [0]],
  ['{"a":', 5, value, 5, 2, [0]],
  ['{"a":}', 5, value, 5, 2, [0]],
  ['{"a":,', 5, value, 5, 2, [0]],
  ['{"a"::1}', 5, value, 5, 2, [0]],
  ['{"a":1', 6, brace, 5, 2, [0]],
  ['{"a":12', 7, brace, 5, 2, [0]],
  ['{"a":1 ', 7, brace, 7, 3, [0]],
  ['{"a":"1"', 8, brace, 8, 3, [0]],
  ['{"a":1]', 6, brace, 6, 3, [0]],
  ['{"a":1 "b":2}', 7, brace, 7, 3, [0]],
  ['{"a":1,', 7, key, 7, 3, [0]],
  ['{"a":1,}', 7, key, 7, 3, [0]],
  ['{"a":1,,"b":2}', 7, key, 7, 3, [0]],
  ['{"a":1,b', 7, key, 7, 3, [0]],
  ['{"a":1,2', 7, key, 7, 3, [0]],
  ['{"a":1,{', 7, key, 7, 3, [0]],
  ['{"a":1,"', 8, quote, 7, 3, [0]],
  ['{"a":[{"b":2},{"c":"x', 21, quote, 19, 8, [0, 2, 6]],
  ['"', 1, quote, 0, 0, []],
  ['"abc', 4, quote, 0, 0, []],
  ['"a\\"', 4, quote, 0, 0, []],
  ['"\n"', 1, control, 0, 0, []],
  ['"ab\tcd"', 3, control, 0, 0, []],
  ['"\0"', 1, control, 0, 0, []],
  ['"abcdefg\x1f"', 8, control, 0, 0, []],
  ['"\\', 2, badEscape, 0, 0, []],
  ['"\\x"', 2, badEscape, 0, 0, []],
  ['"\\\'"', 2, badEscape, 0, 0, []],
  ['"\\\n"', 2, badEscape, 0, 0, []],
  ['"\\U0041"', 2, badEscape, 0, 0, []],
  ['"\\u"', 3, hex, 0, 0, []],
  ['"\\u004', 6, hex, 0, 0, []],
  ['"\\u00g0"', 5, hex, 0, 0, []],
  ['"\\ud83d\\u12"', 11, hex, 0, 0, []],
  ['{}{}', 2, end, 2, 1, []],
  ['{} x', 3, end, 2, 1, []],
  ['{}]', 2, end, 2, 1, []],
  ['[]\n[]', 3, end, 2, 1, []],
  ['null,', 4, end, 4, 1, []],
  ['nullnull', 4, end, 4, 1, []],
  ['""""', 2, end, 2, 1, []],
  ['{}\0\0\0', 2, end, 2, 1, []],
  ['[1]\x85', 3, end, 3, 2, []],
];

test.each(FAULTS)('%j is faulted at byte %i: %s', (text, offset, expected, sound, count, open) => {
  const tape = of(text);
  expect(tape.fault).toEqual({ offset, expected });
  expect([tape.end, tape.count, tape.open]).toEqual([sound, count, open]);
  expect(() => JSON.parse(text)).toThrow();
});

test('a tape lists tokens in order, with skip links past subtrees', () => {
  expect(tokens(of(' {"a":[1,{"b":null}] , "c":"x"} '))).toEqual([
    'object {"a":[1,{"b":null}] , "c":"x"} ->9',
    'string: "a" ->2',
    'array [1,{"b":null}] ->7',
    'number 1 ->4',
    'object {"b":null} ->7',
    'string: "b" ->6',
    'null null ->7',
    'string: "c" ->8',
    'string "x" ->9',
  ]);
});

test('a torn document keeps what was whole, and open containers reach to where it was sound', () => {
  expect(tokens(of('{"a":[1,{"b":null,"c":"x'))).toEqual([
    'object {"a":[1,{"b":null,"c": ->8',
    'string: "a" ->2',
    'array [1,{"b":null,"c": ->8',
    'number 1 ->4',
    'object {"b":null,"c": ->8',
    'string: "b" ->6',
    'null null ->7',
    'string: "c" ->8',
  ]);
});

test.each([
  ['"a"', []],
  ['"a\\n"', ['escaped']],
  ['"\xc3\xa9"', ['wide']],
  ['"a"  ', []],
  ['"abc\xc3\xa9"', ['wide']],
  ['"abcdefgh\xc3\xa9\\""', ['escaped', 'wide']],
  ['"\\ud800"', ['escaped', 'loneSurrogate']],
  ['"\\ud83d\\ude00"', ['escaped']],
  ['12', ['integer']],
  ['-12', ['integer']],
  ['1.0', []],
  ['1e2', []],
  ['true', []],
])('%j carries the flags %j', (text, flags) => {
  const head = of(text).words[0] ?? 0;
  expect(Object.entries(FLAG).flatMap(([name, bit]) => (head & bit ? [name] : []))).toEqual(flags);
});

test('bytes around a string do not make it wide', () => {
  const tape = of('["\xc3\xa9","a","\xc3\xa9","abcdef","\xc3\xa9"]');
  const wide = Array.from({ length: tape.count }, (_, at) => ((tape.words[at * TOKEN] ?? 0) & FLAG.wide) !== 0);
  expect(wide).toEqual([false, true, false, true, false, true]);
});

test.each([
  ['"\\ud800"', 1],
  ['"\\udc00"', 1],
  ['"ab\\ud800\\ud800\\udc00"', 3],
  ['"\\ud83d\\ude00\\ude00"', 13],
  ['"\\ud83dx\\ude00"', 1],
  ['"\\ud83d\\n\\ude00"', 1],
  ['["\\ud83d\\ude00","\\uDBFF"]', 17],
  ['{"\\udfff":1}', 2],
  ['["\\ud800","\\udc00","\\ud800"]', 2],
  ['["\\ud800', -1],
  ['"\\ud7ff\\ue000"', -1],
])('the first unpaired surrogate escape of %j is at byte %i', (text, offset) => {
  expect(of(text).loneSurrogate).toBe(offset);
});

test.each([
  ['1e308', -1],
  ['1e309', 0],
  ['[1,-1e309,1e999]', 3],
  ['1e-999', -1],
  ['1.7976931348623157e308', -1],
  ['1.8e308', 0],
  [`[${'9'.repeat(308)}]`, -1],
  [`[${'9'.repeat(309)}]`, 1],
  [`[0.${'9'.repeat(400)}]`, -1],
  ['[1e999', -1],
])('the first number beyond a double in %j is at byte %i', (text, offset) => {
  expect(of(text)).toMatchObject({ overflow: offset });
});

test.each([
  ['"\xc3\xa9"', -1],
  ['"\xff"', 1],
  ['["a","\xc3"]', 6],
  ['"\xc0\xaf"', 1],
  ['"\xed\xa0\xbd\xed\xb8\x80"', 1],
  ['"\xf4\x90\x80\x80"', 1],
  ['{}\xff', 2],
  ['"\xc3', 1],
])('the first ill-formed UTF-8 in %j is at byte %i, and no fault of its own', (text, offset) => {
  expect(of(text).illFormed).toBe(offset);
  if (text.endsWith('"') || text.endsWith(']')) expect(of(text).fault).toBeNull();
});

test('a scan from an offset ignores what is before it and keeps absolute offsets', () => {
  for (let length = 0; length < 9; length++) {
    const before = '"\xff{'.repeat(3).slice(0, length);
    const tape = scan(Buffer.from(`${before}{"a":["\xc3\xa9\\ud800",1e999,"\xff"]} x`, 'latin1'), length);
    expect(tape.fault).toEqual({ offset: length + 29, expected: end });
    expect([tape.end, tape.loneSurrogate, tape.overflow, tape.illFormed]).toEqual(
      [28, 9, 17, 24].map((offset) => offset + length),
    );
    expect(lexemeOf({ tape, at: 1 })).toBe('"a"');
  }
  expect(scan(Buffer.from('{}'), 2)).toMatchObject({ fault: { offset: 2, expected: value }, end: 2, count: 0 });
});

test('bytes that begin anywhere in a larger buffer scan the same', () => {
  const large = Buffer.from('xxxxxxxx["abcdefg","h"]yyyyyyyy');
  for (let shift = 0; shift < 8; shift++) {
    const moved = Buffer.concat([Buffer.alloc(shift), large]);
    const tape = scan(moved.subarray(shift + 8, shift + 23));
    expect(tape.fault).toBeNull();
    expect(tokens(tape)).toEqual(['array ["abcdefg","h"] ->3', 'string "abcdefg" ->2', 'string "h" ->3']);
  }
});

test('bytes of an earlier, longer document are never read', () => {
  of(`["${'x'.repeat(50)}"]`);
  expect(of('["xx').fault).toEqual({ offset: 4, expected: quote });
  of('[1234567890,12]');
  expect(of('[123').fault).toEqual({ offset: 4, expected: bracket });
});

test('large bytes with zeros after them are read where they are, and alike without', () => {
  const text = `["${'x'.repeat(1 << 24)}","\xc3\xa9",1e999`;
  for (const [end, offset] of [
    [']', -1],
    ['', text.length],
  ] as const) {
    const buffer = Buffer.alloc(text.length + 16);
    const length = buffer.write(text + end, 'latin1');
    const tape = scanBytes(buffer.subarray(0, length));
    expect(tape.fault?.offset ?? -1).toBe(offset);
    const { bytes: _, ...facts } = tape;
    buffer[length] = 0x30;
    const { bytes: copied, ...others } = scanBytes(buffer.subarray(0, length));
    expect(others).toEqual(facts);
    expect(copied.length).toBe(length);
  }
});

test('several tapes live side by side, on the bytes they were given', () => {
  const bytes = Buffer.from('[1,2]');
  const first = scan(bytes);
  const words = Int32Array.from(first.words);
  of(`[${'["abc"],'.repeat(20_000)}0]`);
  of('{"a":{}}');
  expect(first.bytes).toBe(bytes);
  expect(first.words).toEqual(words);
});

test.each([
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
])('100,000 nested %s are read, closed or not', (_, begin, close) => {
  const deep = 100_000;
  const whole = of(`${begin.repeat(deep)}0${close.repeat(deep)}`);
  expect(whole.fault).toBeNull();
  expect(whole.words[3]).toBe(whole.count);
  const torn = of(`${begin.repeat(deep)}0 `);
  expect(torn.open).toHaveLength(deep);
  expect(torn.open[1]).toBe(begin === '[' ? 1 : 2);
  expect(torn.fault?.offset).toBe(begin.length * deep + 2);
});

test('nesting more than a million levels deep is a fault where that begins, and not an end of memory', () => {
  const deepest = 1 << 20;
  const { fault, open } = of('['.repeat(deepest + 9));
  expect([fault?.offset, fault?.expected, open.length]).toEqual([deepest, 'no value nested so deeply', deepest]);
});

test('tapes and documents grow far beyond the pools, and small ones after them are right', () => {
  const many = of(`[${'0,'.repeat(3_000_000)}0]`);
  expect(many).toMatchObject({ fault: null, count: 3_000_002, end: 6_000_003 });
  expect(many.words[many.count * TOKEN - 3]).toBe(6_000_001);
  const long = of(`["${'x'.repeat(20_000_000)}","\xc3\xa9"]`);
  expect(long).toMatchObject({ fault: null, count: 3 });
  expect(tokens(of('[0]'))).toEqual(['array [0] ->2', 'number 0 ->2']);
});
