import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findsItself } from '../../../../src/stores/fnord/checks/scope-findings.ts';

/** What Elixir's own `Path.wildcard` answered (Erlang/OTP 25): a store below each name, and whether its path found it. */
const ANSWERS: readonly (readonly [name: string, answer: string])[] = JSON.parse(
  readFileSync(new URL('../../../../fixtures/fnord/project-names.json', import.meta.url), 'utf8'),
);

test('a project name is listed, hidden or makes the list fail exactly where Elixir says so', () => {
  const ours = ANSWERS.map(([name]) => [name, findsItself(['projects', ...name.split('/'), 'conversations'])]);
  expect(ours).toEqual(ANSWERS);
});

test('the recorded answers hold all three kinds', () => {
  for (const answer of ['listed', 'hidden', 'raises'])
    expect(ANSWERS.filter(([, each]) => each === answer).length).toBeGreaterThan(100);
});

test('a name of many stars is matched at once', () => {
  expect(findsItself(['*a'.repeat(120), 'conversations'])).toBe('listed');
});
