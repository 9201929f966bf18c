import { expect, test } from 'vitest';
import { SecretIndex } from '../../../src/ops/secrets/file-secrets.ts';

/** Texts of few letters, so that many are in others. */
const TEXTS = ['', ...['a', 'ab', 'ba', 'aba', 'abab', 'babab', 'xabab', 'ababxyz', 'ababab'], 'ab'.repeat(5)];

function isOne(value: string, other: string): boolean {
  const [short, long] = value.length < other.length ? [value, other] : [other, value];
  return long.includes(short) && long.length - short.length < 6;
}

test.each(TEXTS)('two readings are one secret where one has fewer than six signs more: %j', (value) => {
  const index = new SecretIndex<string>();
  for (const each of TEXTS) index.add(each, each);
  expect([...index.allOf(value)].sort()).toEqual(TEXTS.filter((each) => isOne(value, each)).sort());
  for (const each of TEXTS) {
    const only = new SecretIndex<string>();
    only.add(each, each);
    expect(only.has(value), each).toBe(isOne(value, each));
  }
});
