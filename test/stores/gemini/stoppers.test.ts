import { describe, expect, test } from 'vitest';
import { opened } from './opened.ts';

const ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const HEADER = { sessionId: ID, projectHash: 'a'.repeat(64), startTime: '2026-05-04T09:30:00.000Z', kind: 'main' };
const question = { id: 'm1', type: 'user', content: [{ text: 'Why' }] };
const linesOf = (...records: readonly object[]) =>
  Buffer.from([HEADER, question, ...records].map((each) => `${JSON.stringify(each)}\n`).join(''));

const call = { id: 'c', name: 'ls', args: {} };

/** As 0.61.0 goes on with them. */
describe('a value of an answer', () => {
  test.each([
    [{ content: 7 }, { content: '7' }],
    [{ content: [null, { text: 'So' }, true] }, { content: [{ text: 'So' }, { text: 'true' }] }],
    [{ content: [{ functionCall: { name: 7 } }] }, { content: [{ functionCall: { name: '7' } }] }],
    [{ content: [{ functionCall: 7 }] }, { content: [{ text: '{"functionCall":7}' }] }],
    [
      { content: 'So', thoughts: [null, { subject: 'Plan' }] },
      { content: 'So', thoughts: [{ subject: 'Plan' }] },
    ],
    [
      { content: 'So', toolCalls: [null, call, null] },
      { content: 'So', toolCalls: [call] },
    ],
    [
      { content: 'So', toolCalls: [{ ...call, id: 5, result: true }] },
      { content: 'So', toolCalls: [{ ...call, id: '5', result: 'true' }] },
    ],
    [
      { content: 'So', toolCalls: [{ ...call, name: {}, result: [null] }] },
      { content: 'So', toolCalls: [{ ...call, name: '{}', result: [] }] },
    ],
  ])('ends the program where it is %j, and becomes %j', (answer, healed) => {
    const of = (more: object) => linesOf({ id: 'm2', type: 'gemini', ...more });
    const session = opened(of(answer));
    expect([session.codes.includes('GM210'), session.readable]).toEqual([true, false]);
    expect(session.healed().toString()).toBe(of(healed).toString());
    expect(opened(session.healed()).codes).not.toContain('GM210');
  });

  test.each([
    { content: null },
    { content: 0 },
    { content: ['So', ['So'], {}, { text: 7 }, { functionCall: null }] },
    { content: 'So', thoughts: ['Plan', 7, {}] },
    { content: 'So', toolCalls: [7, 'x', [], {}, { ...call, name: null, id: null, result: null }] },
    { content: 'So', toolCalls: [{ ...call, args: 7, status: 7, result: 'out' }] },
  ])('is sound to the program where it is %j', (answer) => {
    expect(opened(linesOf({ id: 'm2', type: 'gemini', ...answer })).codes).not.toContain('GM210');
  });

  test('does no harm where the answer is written again, or taken back', () => {
    const odd = { id: 'm2', type: 'gemini', content: [null] };
    expect(opened(linesOf(odd, { ...odd, content: 'So' })).codes).not.toContain('GM210');
    expect(opened(linesOf(odd, { $rewindTo: 'm2' })).codes).not.toContain('GM210');
  });
});

test('of a question the program looks at calls and results alone', () => {
  const asked = (content: unknown) => linesOf({ id: 'm2', type: 'user', content });
  expect(opened(asked([null, 7, true])).codes).not.toContain('GM210');
  const session = opened(asked([{ functionResponse: 7 }]));
  expect(session.codes).toContain('GM210');
  expect(session.healed().toString()).toBe(asked([{ text: '{"functionResponse":7}' }]).toString());
});

describe('a list of messages', () => {
  const said = (id: unknown, text: string) => ({ id, type: 'gemini', content: text });

  test('has no message without an id, and each id once', () => {
    const { codes } = opened(linesOf({ $set: { messages: [question, said(undefined, 'So'), said('m2', 'Then')] } }));
    expect(codes).toContain('GM201');
    const twice = opened(linesOf({ $set: { messages: [question, { ...question, content: [{ text: 'How' }] }] } }));
    expect(twice.codes).toContain('GM202');
  });

  test('of a file of before 2026 makes the file unreadable by a null', () => {
    const document = (...messages: readonly (object | null)[]) =>
      Buffer.from(JSON.stringify({ ...HEADER, messages }, null, 2));
    expect(opened(document(question, said(undefined, 'So'))).readable).toBe(true);
    const torn = opened(document(question, null));
    expect([torn.readable, torn.codes.includes('GM003')]).toEqual([false, true]);
  });
});

/** As 0.61.0 goes on with them. */
describe('a part of a question', () => {
  const of = (...content: readonly unknown[]) => linesOf({ id: 'm2', type: 'user', content });

  test.each([
    [[{ text: 'So' }, null], [{ text: 'So' }]],
    [
      [5, 'So', true],
      [{ text: '5' }, 'So', { text: 'true' }],
    ],
  ])('ends the program where it is one of %j, and heals as %j', (parts, healed) => {
    const session = opened(of(...parts));
    expect([session.codes.includes('GM210'), session.readable]).toEqual([true, false]);
    expect(session.healed().toString()).toBe(of(...healed).toString());
  });

  test.each([[[null]], [[{ text: '/help' }, null]], [['So', ['So'], {}]]])(
    'is sound where it is one of %j',
    (parts) => {
      const session = opened(of(...parts));
      expect([session.codes.includes('GM210'), session.readable]).toEqual([false, true]);
    },
  );
});
