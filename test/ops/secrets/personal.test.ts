import { expect, test } from 'vitest';
import { isTellingName } from '../../../src/ops/secrets/personal.ts';

test.each(['vm', 'localhost', 'Root', ''])('%j is the name of nobody, and stays', (name) => {
  expect(isTellingName(name)).toBe(false);
});

test.each(['orchard', 'kestrel-7'])('%j is replaced', (name) => {
  expect(isTellingName(name)).toBe(true);
});
