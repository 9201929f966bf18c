import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOME_STYLE, HOME_STYLE_HASH } from '../../../src/report/html/home-style.ts';
import { SCRIPT, SCRIPT_HASH } from '../../../src/report/html/script.ts';
import { STYLE, STYLE_HASH } from '../../../src/report/html/style.ts';

test.each([
  ['style', STYLE, STYLE_HASH],
  ['style of a report', HOME_STYLE, HOME_STYLE_HASH],
  ['script', SCRIPT, SCRIPT_HASH],
])('the policy of a page knows its %s', (_, text, known) => {
  expect(known).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
});
