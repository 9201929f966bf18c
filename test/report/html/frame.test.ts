import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HOME_STYLE, PAGE_SCRIPT, PAGE_STYLE } from '../../../src/report/html/assets.ts';

test.each([
  ['style', PAGE_STYLE],
  ['style of a report', HOME_STYLE],
  ['script', PAGE_SCRIPT],
])('the policy of a page knows its %s', (_, { text, hash }) => {
  expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
});

test('the script and styles are those of the files in `page` (npm run build renews them)', async () => {
  const script = fileURLToPath(new URL('../../../.ci/page.mjs', import.meta.url));
  const { assetsModule } = (await import(script)) as { assetsModule(): string };
  const url = new URL('../../../src/report/html/assets.ts', import.meta.url);
  expect(readFileSync(url, 'utf8')).toBe(assetsModule());
});
