import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ARCHIVED, FILE_GONE } from '../../src/model/reason.ts';
import { codes } from '../../src/report/explain.ts';
import { REASONS } from '../reasons.ts';
import { pages } from './pages.ts';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

test('`npm run docs` installs nothing: it says what to run where no packages are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-test-'));
  cpSync(new URL('../../.ci', import.meta.url), join(folder, '.ci'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, '.ci', 'docs.mjs')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'No packages are installed here: `npm ci` installs them.\n']);
});

test('the pages that are made from the code are those that `npm run docs` makes', async () => {
  const made = await pages();
  const old = [...made].filter(([path, text]) => readFileSync(join(DOCS, path), 'utf8') !== text);
  expect(old.map(([path]) => path)).toEqual([]);
});

test('each file that a page names or links to is there', () => {
  const root = join(DOCS, '..');
  const inDocs = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path));
  const made = inDocs.filter((path) => path.endsWith('.md') && !path.startsWith('docs/findings/'));
  const missing = ['README.md', 'CONTRIBUTING.md', ...made].flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|bin|fixtures|bench)\/[\w./-]+\.(?:ts|js|mjs|json|jsonl|md))`/g)];
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) =>
      join(root, page, '..', path),
    );
    return [...named.map(([, path = '']) => join(root, path)), ...linked]
      .filter((path) => !existsSync(path))
      .map((path) => `${page}: ${path.slice(root.length + 1)}`);
  });
  expect(missing).toEqual([]);
});

test('each code has a page, and each page a code', () => {
  expect(readdirSync(join(DOCS, 'findings')).sort()).toEqual(codes().map((code) => `${code}.md`));
});

test('README counts the reasons for which the list of Codex leaves out a thread that is there and active', () => {
  const all = Object.values(REASONS['codex'] ?? {}).filter(({ hides }) => hides);
  const own = all.filter((reason) => reason !== ARCHIVED && reason !== FILE_GONE);
  const readme = readFileSync(join(DOCS, '..', 'README.md'), 'utf8');
  expect(readme).toContain(`hides threads from its list for ${own.length} reasons`);
});
