import { describe, expect, test } from 'vitest';
import { codesIn, codesOf, findingsIn, QUESTION } from '../found.ts';

describe('the mark that hides a message', () => {
  const marked = (role: string, mark: string) =>
    `{"id":2,"role":"${role}","content":"x","related_to":1,"procedural":${mark}}`;

  test.each(['"true"', '{}', '[true]'])('stops the display when it is %s', (mark) => {
    expect(codesOf(QUESTION, marked('user', mark))).toEqual(['RA113']);
  });

  test.each(['true', 'false', '1', 'null'])('may be %s', (mark) => {
    expect(codesOf(QUESTION, marked('user', mark))).toEqual([]);
  });

  test('is not looked at in messages of the assistant, nor without content', () => {
    expect(codesOf(QUESTION, marked('assistant', '"true"'))).toEqual([]);
    expect(codesOf(QUESTION, '{"id":2,"role":"user","content":null,"procedural":"true"}')).toEqual(['RA116']);
  });
});

describe('a content of a person', () => {
  const of = (content: string, more = '') => codesOf(`{"id":1,"role":"user","content":${content}${more}}`);

  test.each(['["a","b"]', '[{"type":{}}]', '{"type":"input_image"}'])('that R cannot look into: %s', (content) => {
    expect(of(content)).toEqual(['RA118']);
    expect(of(content, ',"procedural":true')).toEqual([]);
  });

  test.each(['[{"type":"text","text":"t"}]', '[null,{}]', '[[1]]'])('may be %s', (content) => {
    expect(of(content)).not.toContain('RA118');
  });
});

describe('a role', () => {
  const of = (role: string) => codesOf(QUESTION, `{"id":2,"role":${role},"content":"x","related_to":1}`);

  test.each(['{}', '[]', '["user","assistant"]'])('that R cannot compare stops the display: %s', (role) => {
    expect(of(role)).toEqual(['RA117']);
  });

  test('in a list of one is one', () => {
    expect(of('["assistant"]')).toEqual(['RA112']);
  });
});

test('a harmless fault is reported once for all messages that are alike', () => {
  const developer = (id: number) => `{"id":${id},"role":"developer","content":"Be brief."}`;
  const found = findingsIn({ 'conversation_log.json': `[${developer(1)},${developer(2)}]` });
  expect(found).toMatchObject([{ code: 'RA115', at: '/0', detail: 'has 2 messages of the role developer' }]);
});

describe('keys', () => {
  test('that R reads as others are told where they stand', () => {
    expect(codesOf('{"id":1,"role":"user","content_text":"a"}')).toEqual(['RA110']);
  });

  test('are read as others only where R has no choice', () => {
    expect(codesOf('{"id":1,"role":"user","content":"a","content_text":"b"}')).toEqual(['RA111']);
    expect(codesOf('{"id":1,"role":"user","content_a":"a","content_b":"b"}')).toEqual(['RA111', 'RA116']);
  });

  test('of Erdos are known', () => {
    const erdos =
      '{"id":1,"role":"user","content":"a","conversationId":1,"timestamp":"2025-06-28T10:00:00Z","thinking":false}';
    expect(codesOf(erdos)).toEqual([]);
  });
});

describe('an item that is not a message', () => {
  test.each([
    ['"a"', 'RA101'],
    ['7', 'RA101'],
    ['true', 'RA101'],
    ['null', 'RA102'],
    ['[]', 'RA102'],
  ])('%s', (item, code) => {
    expect(codesOf(QUESTION, item)).toEqual([code]);
  });
});

test.each([
  ['null', ['RA014']],
  ['{}', ['RA015']],
  ['{"messages":[]}', ['RA008']],
  ['"a"', ['RA009']],
  ['7', ['RA009']],
  ['[]', ['RA402']],
])('a log of %s', (log, codes) => {
  expect(codesIn({ 'conversation_log.json': log })).toEqual(codes);
});
