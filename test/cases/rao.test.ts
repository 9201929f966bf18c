import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agrees } from '../stores/rao/agreement.ts';
import { companionsAgree } from '../stores/rao/companions-agree.ts';
import type { Expected } from '../stores/rao/expected.ts';
import { filesIn, openFiles } from '../stores/rao/open-folder.ts';

const CASES = new URL('../../fixtures/rao/cases/', import.meta.url);
const names = readdirSync(CASES).sort();

test('there are 72 cases', () => {
  expect(names).toHaveLength(72);
});

describe.each(names)('%s is read as the real program reads it', (name) => {
  const expected: Expected = JSON.parse(readFileSync(new URL(`${name}/expected.json`, CASES), 'utf8'));
  const { active } = openFiles(filesIn(new URL(`${name}/input/`, CASES)), String(expected.conversation_index));
  if (active === null) throw new Error(`${name} has no folder`);
  agrees(active, expected);
  companionsAgree(active, expected);
});
