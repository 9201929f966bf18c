import { expect, test } from 'vitest';
import { opened } from './opened.ts';

const ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const QUESTION = '{"id":"m1","timestamp":"2026-05-04T09:31:00.000Z","type":"user","content":[{"text":"Why"}]}\n';

/** The first line of a session that begins with this line, after a heal. */
function headerMadeOf(first: string): Record<string, unknown> {
  const healed = opened(Buffer.from(`${first}\n${QUESTION}`)).healed();
  expect(opened(healed).codes).not.toContain('GM002');
  expect(healed.toString().endsWith(`\n${QUESTION}`)).toBe(true);
  return JSON.parse(healed.toString().split('\n')[0] ?? '');
}

test.each([
  ['torn', `{"sessionId":"${ID}","projectHash":"aaaa`],
  ['with NUL bytes inside', `{"sessionId":"${ID}","projectHash":"aa${'\0'.repeat(9)}Updated":"2026-05-04"}}`],
  ['with two commas', `{"sessionId":"${ID}",,"kind":"main"}`],
])('a header that is %s gets a whole one before it, with its id', (_, first) => {
  expect(headerMadeOf(first)['sessionId']).toBe(ID);
});

test('a header that is torn inside its id gets an id that begins as the name does', () => {
  const made = String(headerMadeOf('{"sessionId":"1a2b3c4d-5e6f-4a')['sessionId']);
  expect(made).toMatch(/^1a2b3c4d-[0-9a-f]{4}-4/);
  expect(made).not.toBe(ID);
});

test('a whole header without a project keeps all that it has', () => {
  const made = headerMadeOf(`{"sessionId":"${ID}","kind":"main","own":1}`);
  expect(made).toMatchObject({ sessionId: ID, kind: 'main', own: 1 });
});

test('an empty id or project in a whole header is filled in', () => {
  expect(headerMadeOf(`{"sessionId":"${ID}","projectHash":"","own":1}`)).toEqual({
    sessionId: ID,
    projectHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    own: 1,
  });
  const made = headerMadeOf('{"sessionId":"","projectHash":"ab","own":1}');
  expect(made).toEqual({ sessionId: expect.stringMatching(/^1a2b3c4d-/), projectHash: 'ab', own: 1 });
});
