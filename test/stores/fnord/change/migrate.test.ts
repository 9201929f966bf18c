import { describe, expect, test } from 'vitest';
import { fnordSkips } from '../../../../src/stores/fnord/info.ts';
import { openBytes } from '../open-site.ts';
import { ask, changed, textAfter } from './asking.ts';
import { active, archived, begin, FOLDER, ID, openIn, openUnit, v1 } from './home.ts';

const toV1 = (text: string, more = {}) => textAfter(text, openBytes, ask('migrate', more));
const toV0 = (text: string) => toV1(text, { to: 'v0' });

describe('migrate to v1', () => {
  test.each([
    ['5:{"a":1}', '{"version":1,"timestamp":5,"a":1}'],
    ['5:{}', '{"version":1,"timestamp":5}'],
    ['5:{ }', '{"version":1,"timestamp":5 }'],
    ['005: \n{\n "a":1e2 }\n', '{"version":1,"timestamp":5,\n "a":1e2 }\n'],
    ['000:{}', '{"version":1,"timestamp":0}'],
    ['5:{"version":7}', '{"version":1,"timestamp":5}'],
    ['5:{"a":1,"timestamp":9,"b":2,"version":2,"timestamp":8}', '{"version":1,"timestamp":5,"a":1,"b":2}'],
    ['5:{"time\\u0073tamp":9,"a":1}', '{"version":1,"timestamp":5,"a":1}'],
    ['5:{"a":1,"a":2}', '{"version":1,"timestamp":5,"a":1,"a":2}'],
  ])('%s becomes %s', (text, wanted) => {
    expect(toV1(text)).toBe(wanted);
  });

  test('says which times of its own a body loses', () => {
    expect(changed(openBytes(Buffer.from('5:{"timestamp":9}')).change(ask('migrate'))).notes).toEqual([
      'drops the timestamp 9 inside the document, which fnord never read',
    ]);
  });

  test('leaves what needs --lossy, what fnord cannot read, and what is v1', () => {
    expect(openBytes(Buffer.from('5:{"tasks":"x"}')).change(ask('migrate'))).toMatchObject({
      state: 'refused',
      codes: ['FN130'],
    });
    expect(toV1('5:{"tasks":"x"}', { lossy: true })).toBe('{"version":1,"timestamp":5,"tasks":{}}');
    expect(openBytes(Buffer.from('5:{"messages":[')).change(ask('migrate', { lossy: true }))).toMatchObject({
      state: 'refused',
      codes: ['FN023'],
    });
    expect(toV1(v1('"tasks":{"a":[]}'))).toBe('unchanged: is v1 already');
    expect(toV1('5:{}', { to: 'v7' })).toMatch(/^refused/);
  });

  test('its output is found as by another session, and nothing else is taken for it', () => {
    const session = begin();
    const old = '5:{"messages":[{"role":"user","content":"hi"}]}';
    changed(openIn(session, active(old)).change(ask('migrate')));
    const made = toV1(old);
    const other = made.replace('"hi"', '1234');
    for (const text of [made, other, old]) {
      const [here, there] = [openIn(session, active(text)), openUnit(active(text))];
      expect([...here.findings()]).toEqual([...there.findings()]);
      expect(here.facts()).toEqual(there.facts());
      expect(here.conversations[0]?.title).toBe(there.conversations[0]?.title);
    }
    expect([...openIn(session, active(other)).findings()]).not.toEqual([...openIn(session, active(made)).findings()]);
  });

  test('takes the archived file of an id along', () => {
    const { change, before } = changed(openUnit(active('5:{}'), archived('6:{}')).change(ask('migrate')));
    expect(change.steps).toMatchObject([
      { do: 'put', path: `${FOLDER}/${ID}.json`, content: { from: 'edits' } },
      { do: 'put', path: `${FOLDER}/archive/${ID}.json`, content: { from: 'edits' } },
    ]);
    expect(change.locks).toEqual([{ path: `${FOLDER}/${ID}.json.lock`, staleAfter: 120 }]);
    expect(before.conversations).toBe(2);
  });
});

describe('migrate to v0', () => {
  test('says what the heal of v0 then does to arguments that are objects, in messages that fnord does not know too', () => {
    const call = '"tool_calls":[{"id":"c","function":{"name":"f","arguments":{"a":1}}}]';
    const text = v1(`"messages":[{"role":"assistant",${call}},{"role":"narrator",${call}}]`);
    const { notes } = changed(openBytes(Buffer.from(text)).change(ask('migrate', { to: 'v0' })));
    expect(notes).toEqual([
      'has 2 tool calls with an object as arguments: the next fnord that reads it turns the object into text and rewrites the file; 1 of them in messages of an unknown role or type, which v1 keeps as they are',
    ]);
  });

  test.each([
    [v1('"a":1'), '1741953600:{"a":1}'],
    ['{"version":1,"timestamp":5}', '5:{}'],
    ['{"version":1,"timestamp":5 }', '5:{ }'],
    [' \n{ "messages":[],"timestamp":5,"x":1.0,"version":1}\n', '5:{ "messages":[],"x":1.0}\n'],
    ['{"timestamp":-0}', '0:{}'],
    ['{"timestamp":5,"timestamp":6,"a":1}', '5:{"a":1}'],
    ['{"version":1,"timestamp":5,"version":2,"a":1}', '5:{"a":1}'],
  ])('%s becomes %s', (text, wanted) => {
    expect(toV0(text)).toBe(wanted);
  });

  test.each([
    ['{"timestamp":-5}', /v0 has no sign/],
    [v1('"messages":[null]'), /null among its messages, which v1 reads/],
    [v1('"messages":["x"]'), /a text among its messages/],
    [v1('"messages":[{"role":"assistant","tool_calls":[{"function":null}]}]'), /null as the function/],
    [v1('"tasks":{"a":{"status":7}}'), /a number as the status/],
    ['{"timestamp":5', /cannot read it/],
  ])('%s is refused', (text, reason) => {
    expect(toV0(text)).toMatch(/^refused: /);
    expect(toV0(text)).toMatch(reason);
  });

  test('says what an older build would not know, and what the next read would rewrite', () => {
    const notes = (text: string) => changed(openBytes(Buffer.from(text)).change(ask('migrate', { to: 'v0' }))).notes;
    expect(notes(v1('"messages":[{"type":"function_call"},{"type":"reasoning"},{"role":"user"}]'))).toEqual([
      'holds 2 items of a type that builds before 0.9.34 do not know',
    ]);
    expect(notes('{"version":2,"timestamp":5,"tasks":{"a":{"tasks":[],"x":1}}}')).toEqual([
      'drops the version 2, which v0 has no place for',
      'is healed and rewritten by the next fnord that reads it, because its task lists lack what v0 expects of them',
      'has a task list with further keys: x: that read drops it',
    ]);
    expect(toV0('5:{}')).toBe('unchanged: is v0 already');
  });
});

test('a migration is settled by the first bytes only where it was ours', () => {
  const type = (text: string, to: string | null = null, role = 'conversation') =>
    fnordSkips(ask('migrate', { to }), role, Buffer.from(text));
  expect(type('{"version":1,"timestamp":1741953600,"mess')).toBe(true);
  expect(type('{"version":1,"timestamp":5}', 'v1', 'archived')).toBe(true);
  expect(type('{"version":1,"timestamp":-5}')).toBe(true);
  for (const text of [
    '5:{}',
    '{"memory":[]',
    '{"version":1,"timestamp":"5"}',
    ' {"version":1,"timestamp":5}',
    '{"version":1,"timestamp":5.0}',
    '',
  ])
    expect(type(text)).toBe(false);
  expect(type('5:{"a"', 'v0')).toBe(true);
  expect(type('{"version":1,"timestamp":5}', 'v0')).toBe(false);
  expect(type('', null, 'index-metadata')).toBe(true);
  expect(fnordSkips(ask('heal'), 'conversation', Buffer.from('{"version":1,"timestamp":5}'))).toBe(false);
});
