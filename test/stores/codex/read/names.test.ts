import { expect, test } from 'vitest';
import { namesIn } from '../../../../src/stores/codex/read/names.ts';

const ID = '01a22158-0000-7000-8000-000000000001';
const LINE = `{"id":"${ID}","thread_name":"Plum","updated_at":"2026-11-28T09:00:00Z"}`;

/** Whether 0.171.0 shows the name in such a line of the index. */
test.each([
  [LINE, true],
  [LINE.replace('{', '{"more":7,"more":8,'), true],
  [LINE.replace('"thread_name"', '"thread_name":"Fig","thread_name"'), false],
  [LINE.replace('"id"', '"id":"x","id"'), false],
  [LINE.replace('Plum', 'Plum\\ud800'), false],
  [LINE.replace('"2026-11-28T09:00:00Z"', '7'), false],
])('a line %s is read as the program reads it', (line, isRead) => {
  expect([...namesIn(Buffer.from(`${line}\n`)).current.keys()]).toEqual(isRead ? [ID] : []);
});
