import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { codes } from '../../src/report/explain.ts';
import { pages } from './pages.ts';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

test('the pages that are made from the code are those that `npm run docs` makes', async () => {
  const made = await pages();
  const old = [...made].filter(([path, text]) => readFileSync(join(DOCS, path), 'utf8') !== text);
  expect(old.map(([path]) => path)).toEqual([]);
});

test('each code has a page, and each page a code', () => {
  expect(readdirSync(join(DOCS, 'findings')).sort()).toEqual(codes().map((code) => `${code}.md`));
});
