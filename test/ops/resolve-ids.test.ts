import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/model/failure.ts';
import { resolveIds, singlePlace } from '../../src/ops/resolve-ids.ts';
import type { Site } from '../../src/stores/kind.ts';

const site: Site = { kind: 'fnord', root: '/h', shape: 'home', scope: null, file: null };
const ONE = '92a3b4c5-d6e7-4f80-8a1b-2c3d4e5f6071';
const TWO = '6f708192-a3b4-4c5d-8e6f-708192a3b4c5';
const COPY = `2026-03-14T09-26-53-589Z_${ONE} (conflicted copy)`;
const OTHER = `${TWO} (conflicted copy)`;

function resolved(word: string, ids: readonly string[], min = 1): string[] {
  const known = ids.map((id) => ({ site, scope: '', id, paths: [] }));
  return resolveIds([word], known, { cwd: '/', min });
}

describe('a word for an id', () => {
  test.each([
    ['its beginning', '92a3', ONE],
    ['its beginning in capitals', '92A3B4C5', ONE],
    ['its end, from eight characters', '4e5f6071', ONE],
    ['a copy as lists call it', '92a3b4c5 (copy)', COPY],
    ['another copy, whose original begins as this one ends', '6f708192 (copy)', OTHER],
    ['a copy by the end of its original', '4e5f6071 (copy)', COPY],
  ])('is %s', (_, word, id) => {
    expect(resolved(word, [ONE, TWO, COPY, OTHER])).toEqual([id]);
  });

  test('is a beginning rather than an end', () => {
    // TWO ends with it.
    expect(resolved('92a3b4c5', [ONE, TWO])).toEqual([ONE]);
    expect(resolved('92a3b4c5', [TWO])).toEqual([TWO]);
  });

  test.each([
    ['of no id', '77777777', /no conversation has the id 77777777/],
    ['of several', '', /must not be empty/],
    ['too short for an end', 'e5f6071', /no conversation has the id/],
  ])('%s is refused', (_, word, reason) => {
    expect(() => resolved(word, [ONE, TWO])).toThrow(reason);
  });

  test('that two ids end with is ambiguous, and says so', () => {
    const twin = `00000000-0000-4000-8000-${ONE.slice(24)}`;
    expect(() => resolved('4e5f6071', [ONE, twin])).toThrow('2 ids begin or end with 4e5f6071');
  });

  test('for a change has some characters', () => {
    expect(() => resolved('92a', [ONE, TWO], 4)).toThrow('92a is too short for a change');
    expect(resolved('92a3', [ONE, TWO], 4)).toEqual([ONE]);
  });
});

test('an id in several places names the programs, and the flags that choose among them', () => {
  const place = (kind: Site['kind'], root: string, scope: string) => ({
    site: { ...site, kind, root },
    scope,
    id: ONE,
    paths: [],
  });
  const hintOf = (...known: ReturnType<typeof place>[]): unknown => {
    try {
      return singlePlace(ONE, known);
    } catch (error) {
      return (error as Failure).hint;
    }
  };
  const [claude, qwen] = [place('claude', '/h/.claude', 'a'), place('qwen', '/h/.qwen', 'a')];
  expect(hintOf(claude, qwen)).toBe(
    'Choose one with --kind or --root:\nclaude store /h/.claude (project a)\nqwen store /h/.qwen (project a)',
  );
  expect(hintOf(claude, place('claude', '/h/.claude', 'b'))).toMatch(/^Choose one with --project:\n/);
  expect(hintOf(claude)).toBe(claude);
});
