import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Code, ruleOf } from '../../src/model/findings.ts';
import { parsePage } from '../../src/model/pages.ts';
import { codes, healingText, sectionsOf } from '../../src/report/explain.ts';

const PAGES = new URL('../../docs/findings/', import.meta.url);

test('docs/findings.md names each code with its page (npm run docs renews it)', async () => {
  await expect(overview()).toMatchFileSnapshot('../../docs/findings.md');
});

test('each code has a page, and each page a code', () => {
  expect(readdirSync(PAGES).sort()).toEqual(codes().map((code) => `${code}.md`));
});

test('the head and the end of each page are those of its row (npm run docs renews them)', async () => {
  for (const code of codes()) await expect(pageText(code)).toMatchFileSnapshot(`../../docs/findings/${code}.md`);
});

/** A page whose head and end come from the row of its code, and all between from the page as it is. */
function pageText(code: Code): string {
  const page = parsePage(code, readFileSync(new URL(`${code}.md`, PAGES), 'utf8'));
  return [
    `# ${code}: ${page.title}`,
    '',
    `*${page.severity} · ${healingText(code)}*`,
    ...sectionsOf(page).flatMap(([head, text]) => ['', `## ${head}`, '', text]),
    '',
    '## What to do next',
    '',
    `    ${page.next}`,
    '',
  ].join('\n');
}

function overview(): string {
  const table = codes().map((code) => {
    const { severity, healing, title } = ruleOf(code);
    return `| [${code}](findings/${code}.md) | ${severity} | ${healing} | ${title} |`;
  });
  return [INTRO, '', '| code | severity | healing | what |', '|---|---|---|---|', ...table, ''].join('\n');
}

const INTRO = `# Findings

Every code that \`convo verify\` can report. A code is never renamed or used again. \`convo explain CODE\` prints its page.

- **error**: the program refuses, hides or overwrites the data, or crashes on it, or data is already lost.
- **warning**: the program changes or drops something at its next read or save, or a reference is broken.
- **info**: odd or old, but harmless.

Healing is *safe* (\`convo heal\`, nothing is lost), *lossy* (\`convo heal --lossy\`, what is lost is itemised) or *manual* (a person has to decide).`;
