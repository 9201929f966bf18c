import { describe, expect, test } from 'vitest';
import { openBytes } from '../open-site.ts';
import { ask, changed, textAfter } from './asking.ts';
import { v1 } from './home.ts';

const heal = (text: string | Uint8Array, more = {}) => textAfter(text, openBytes, ask('heal', more));
const lossy = (text: string | Uint8Array) => heal(text, { lossy: true });

test('a v1 file that is torn in its first section gets its timestamp before that section', () => {
  expect(JSON.parse(lossy('{"messages":[{"role":"user","content":"a"},{"ro'))).toMatchObject({
    version: 1,
    messages: [{ role: 'user', content: 'a' }],
  });
  expect(JSON.parse(lossy('{"version":1,"memory":[{},{'))).toMatchObject({ version: 1, memory: [{}] });
});

test('a file that is not JSON is refused for that, and not for a key twice before it', () => {
  const text = '5:{"messages":[{"role":"user","role":"user","content":"a"},{"role":"assistant","content" "b"}]}';
  expect(heal(text)).toMatch(/^refused.*not JSON/);
});

describe('a key that is too long for v1, beside those of a v0 task list,', () => {
  const key = 'k'.repeat(256);

  test.each([
    [
      `{"tasks":[],"description":null,"status":"done","${key}":1,"by":2}`,
      '{"tasks":[],"description":null,"status":"done","by":2}',
    ],
    [`{"${key}":1,"tasks":[]}`, '{"tasks":[],"description":null,"status":"planning"}'],
    [`{"tasks":[],"by":{"${key}":1}}`, '{"tasks":[],"description":null,"status":"planning"}'],
  ])('goes, as fnord drops it: %s', (list, wanted) => {
    const text = `5:{"tasks":{"a":${list}}}`;
    expect(JSON.parse(heal(text)).tasks.a).toEqual(JSON.parse(wanted));
    expect(changed(openBytes(Buffer.from(text)).change(ask('migrate'))).notes.join()).toContain('drops the key');
  });

  test('within its tasks still makes fnord refuse the file', () => {
    expect(heal(`5:{"tasks":{"a":{"tasks":[{"id":1,"data":{"${key}":1}}]}}}`)).toMatch(/^refused/);
  });
});

describe('tasks of a v0 file', () => {
  const status = (source: string) => {
    const text = heal(`1:{"tasks":{"a":{"description":null,"tasks":[],"status":${source}}}}`);
    return text.startsWith('{') ? JSON.parse(text).tasks.a.status : text;
  };

  test.each([
    ['null', 'planning'],
    ['"planned"', 'planning'],
    ['"IN_PROGRESS"', 'in-progress'],
    ['"failed"', 'done'],
    ['" DONE"', ' done'],
    ['"Blocked"', 'blocked'],
    ['"ΤΕΛΟΣ"', 'τελοσ'],
    ['"İ"', 'i\u0307'],
    ['"__proto__X"', '__proto__x'],
    ['true', 'true'],
    ['false', 'false'],
  ])('with the status %s come out with %j', (source, wanted) => {
    expect(status(source)).toBe(wanted);
  });

  test.each(['7', '[]', '{}'])('with the status %s are left alone', (source) => {
    expect(status(source)).toMatch(/^refused: has .* as the status of a task list/);
  });

  test('keep the keys that fnord would drop', () => {
    expect(heal('1:{"tasks":{"a":{"owner" : "x","tasks":[]}}}')).toBe(
      '{"version":1,"timestamp":1,"tasks":{"a":{"owner" : "x","tasks":[],"description" : null,"status" : "planning"}}}',
    );
  });

  test('that are a list go only with --lossy; an empty one holds nothing', () => {
    expect(heal('1:{"tasks":[{"id":"t"}]}')).toBe('refused: has a list in place of its task lists: needs --lossy');
    expect(lossy('1:{"tasks":[{"id":"t"}]}')).toBe('{"version":1,"timestamp":1,"tasks":{}}');
    expect(heal('1:{"tasks":[]}')).toBe('{"version":1,"timestamp":1,"tasks":{}}');
  });
});

describe('arguments that are an object', () => {
  const args = (source: string) =>
    heal(`1:{"messages":[{"role":"assistant","tool_calls":[{"function":{"arguments":${source}}}]}]}`);
  const healed = (source: string) => JSON.parse(args(source)).messages[0].tool_calls[0].function.arguments;

  test('become text from their own source, without the white space between its tokens', () => {
    expect(healed('{ "z" : 1.0 ,\n "a":[ 9007199254740993, -0 , {} , [] ],"10":"\\u00e9\\/ b" }')).toBe(
      '{"z":1.0,"a":[9007199254740993,-0,{},[]],"10":"\\u00e9\\/ b"}',
    );
  });

  test('keep the first of equal keys, at any depth', () => {
    expect(healed('{"a":{"b":1,"\\u0062":2},"a":3,"c":[{"d":1,"d":2}]}')).toBe('{"a":{"b":1},"c":[{"d":1}]}');
    const only = ask('migrate');
    const text =
      '1:{"messages":[{"role":"x","tool_calls":[{"function":{"arguments":{"a":{"b":1,"b":{}},"a":2,"c":0}}}]}]}';
    expect(textAfter(text, openBytes, only)).toContain('"arguments":"{\\"a\\":{\\"b\\":1},\\"c\\":0}"');
  });

  test('may be nested deeper than any stack', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(healed(`{"a":${deep}}`)).toBe(`{"a":${deep}}`);
  });
});

describe('a heal', () => {
  test('leaves legacy shapes of v1 alone', () => {
    for (const text of [v1('"tasks":{"a":[]}'), v1('"tasks":[]'), v1('"tasks":{"a":{"status":"Planned"}}')])
      expect(heal(text)).toMatch(/^unchanged/);
  });

  test('never changes a timestamp', () => {
    for (const stamp of ['"1"', 'null', '1.0', '253402300800'])
      expect(lossy(`{"timestamp":${stamp},"messages":[]}`)).toMatch(/^refused/);
  });

  test('gives the timestamp that was named, or the time of the file with --lossy', () => {
    const text = '{"agent":"x","messages":[]}';
    expect(heal(text)).toBe(
      'refused: has messages and no timestamp, as in December 2024: needs --timestamp T, or --lossy for the time of the file',
    );
    expect(heal(text, { timestamp: 1734220800 })).toBe(
      '{"version":1,"timestamp":1734220800,"agent":"x","messages":[]}',
    );
    expect(heal(text, { timestamp: 0 })).toContain('"timestamp":0,');
    expect(lossy(text)).toContain('"timestamp":1790000000,');
    expect(heal(text, { timestamp: 253402300800 })).toMatch(/^refused/);
    expect(heal(text, { timestamp: 1.5 })).toMatch(/^refused/);
  });

  test('does only what is asked for, and a v0 file then stays v0', () => {
    expect(heal('\ufeff1:{"tasks":{"a":[]}}', { only: ['FN003'] })).toBe('1:{"tasks":{"a":[]}}');
    expect(heal('1:{"metadata":{"a":1,"a":2},"tasks":{"a":[]}}', { only: ['FN022'] })).toBe(
      '1:{"metadata":{"a":1},"tasks":{"a":[]}}',
    );
    expect(heal('{"mess', { only: ['FN003'] })).toMatch(/^unchanged/);
    expect(heal('\ufeff{"mess', { only: ['FN003'] })).toMatch(/^refused/);
  });

  test('never does half of what makes v1 of v0: what is wanted brings the rest along, or is refused with it', () => {
    const text = '1:{"tasks":{"a":[],"b":{"tasks":[],"description":null,"status":"DONE"}}}';
    expect(heal(text, { only: ['FN133'] })).toBe(heal(text));
    expect(heal('1:{"tasks":{"a":[],"b":"text"}}', { only: ['FN133'] })).toMatch(/^refused: .*needs --lossy/);
  });

  test('repairs a file whole or not at all', () => {
    expect(heal('\ufeff1:{"tasks":"none","metadata":null}')).toBe(
      'refused: has a text in place of its task lists: needs --lossy',
    );
    expect(lossy('\ufeff1:{"tasks":"none","metadata":null}')).toBe(
      '{"version":1,"timestamp":1,"tasks":{},"metadata":{}}',
    );
  });

  test('takes many things on at once', () => {
    const text = Buffer.concat([
      Buffer.from('\n\ufeff007:{"messages":[{"role":"user","content":"caf'),
      Buffer.from([0xe9]),
      Buffer.from('\\ud800"}],"memory":null,"timestamp":5,"tasks":{"a":[]},"tasks":1'),
    ]);
    expect(lossy(text)).toBe(
      '{"version":1,"timestamp":7,"messages":[{"role":"user","content":"caf\ufffd\\ufffd"}],"memory":[],"tasks":{"a":{"description":null,"status":"planning","tasks":[]}}}',
    );
    const { change } = changed(openBytes(text).change(ask('heal', { lossy: true })));
    expect(change.codes).toEqual(['FN003', 'FN006', 'FN012', 'FN013', 'FN118', 'FN133', 'FN174']);
  });
});

describe('text that is not a character', () => {
  test.each([
    [[0xe9], '\ufffd'],
    [[0xc3], '\ufffd'],
    [[0xe3, 0x81], '\ufffd'],
    [[0xf0, 0x9f, 0x98], '\ufffd'],
    [[0xf0, 0x9f, 0x98, 0xc3, 0xa9], '\ufffdé'],
    [[0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    [[0xc0, 0x80], '\ufffd\ufffd'],
    [[0xff, 0xfe], '\ufffd\ufffd'],
    [[0xf5, 0x80], '\ufffd\ufffd'],
    [[0xe2, 0x28, 0xa1], '\ufffd(\ufffd'],
  ])('%j gives what a decoder gives', (bytes, wanted) => {
    expect(wanted).toBe(new TextDecoder().decode(Buffer.from(bytes)));
    const text = Buffer.concat([
      Buffer.from('{"timestamp":1,"metadata":{"a":"'),
      Buffer.from(bytes),
      Buffer.from('"}}'),
    ]);
    expect(lossy(text)).toBe(`{"timestamp":1,"metadata":{"a":"${wanted}"}}`);
  });

  test.each([
    ['\\ud800', '\\ufffd'],
    ['\\ud800\\ud800\\udc00', '\\ufffd\\ud800\\udc00'],
    ['\\udc00\\ud800', '\\ufffd\\ufffd'],
    ['\\uDBFF\\n\\\\udc00', '\\ufffd\\n\\\\udc00'],
    ['\\\\\\ud83d\\ude00 \\ud83d', '\\\\\\ud83d\\ude00 \\ufffd'],
  ])('%s becomes %s', (source, wanted) => {
    expect(lossy(`{"timestamp":1,"metadata":{"a":"${source}"}}`)).toBe(`{"timestamp":1,"metadata":{"a":"${wanted}"}}`);
  });
});

describe('a torn file', () => {
  const notes = (text: string, more = {}) =>
    changed(openBytes(Buffer.from(text)).change(ask('heal', { lossy: true, ...more }))).notes;

  test('keeps whole memories, task lists and metadata before the cut too', () => {
    expect(lossy('1:{"messages":[],"memory":[{"title":"a"},{"title":"b')).toBe(
      '{"version":1,"timestamp":1,"messages":[],"memory":[{"title":"a"}]}',
    );
    expect(lossy(v1('"metadata":{"a":1,"session_shell_approvals":[{"kind":"full"').slice(0, -1))).toBe(
      v1('"metadata":{"a":1}'),
    );
    expect(lossy('1:{"tasks":{"a":{"tasks":[],"description":null,"status":"planning"},"b":{"tasks":[')).toBe(
      '{"version":1,"timestamp":1,"tasks":{"a":{"tasks":[],"description":null,"status":"planning"}}}',
    );
  });

  test('gives up a number whose last digits may be missing, and so a timestamp', () => {
    expect(lossy('{"messages":[{"role":"user"}],"timestamp":17419')).toBe(
      '{"version":1,"timestamp":1790000000,"messages":[{"role":"user"}]}',
    );
    expect(heal('{"messages":[{"role":"user"}],"timestamp":17419', { lossy: true, timestamp: 9 })).toContain(
      '"timestamp":9,',
    );
    expect(lossy('{"messages":[{"role":"user"}],"timestamp":17419,"ver')).toBe(
      '{"messages":[{"role":"user"}],"timestamp":17419}',
    );
  });

  test('says what is kept and what is lost', () => {
    expect(notes('1:{"messages":[{"role":"user"},{"role":"assist')).toEqual([
      'was cut in its messages: keeps 1 whole entry there',
      'leaves out 16 bytes from byte 30 on: entry 1 of messages is cut and lost',
      'has no metadata, memory, tasks before the cut: what came after it is lost',
    ]);
    expect(notes('{"messages":[{"role":"user"}],"x":{"a"')).toContain(
      'gets the time of its file, 1790000000, as its timestamp',
    );
    expect(notes('{"messages":[{"role":"user"}],"x":{"a"')).toContainEqual(
      expect.stringContaining('x is cut and lost'),
    );
  });

  test.each([
    '1:',
    '1:{',
    '1:{"messages":[',
    '1:{"messages":[{"role":"us',
    '{"timestamp":5,"mess',
    '1:[1,2',
    '{"version":1,',
  ])('of which nothing is whole is refused: %s', (text) => {
    expect(lossy(text)).toMatch(/^refused: .*(?:is whole|cannot read it)/);
  });

  test('is not what is damaged in the middle', () => {
    expect(lossy('1:{"messages":[{"role":"user"},,{"role":"user"}]}')).toMatch(/^refused: is not JSON/);
  });
});

describe('bytes behind a sound document', () => {
  test.each([['\0\0\0'], ['}'], [',"a":1}'], ['2:{"messages":[]}'], ['\n{"timestamp":5,"messages":[]}']])(
    '%j goes',
    (rest) => {
      const text = v1('"messages":[{"role":"user"}]');
      expect(heal(`${text}${rest}`)).toMatch(/^refused: .*needs --lossy/);
      expect(lossy(`${text}${rest}`)).toBe(text);
    },
  );

  test('is counted when it is a second document', () => {
    const outcome = openBytes(Buffer.from('1:{}\n2:{"messages":[{"role":"user"}]}')).change(
      ask('heal', { lossy: true }),
    );
    expect(changed(outcome).notes).toEqual([
      'leaves out 33 bytes after the document: a second document with 1 message, and only the first one is kept',
    ]);
  });
});
