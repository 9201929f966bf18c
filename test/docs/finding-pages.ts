import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Code, ruleOf } from '../../src/model/finding.ts';
import { parsePage } from '../../src/model/pages.ts';
import { codes, healingText, sectionsOf } from '../../src/report/explain.ts';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

/** docs/findings.md, and the page of each code: its own head and end, around the text that people wrote. */
export function findingPages(): [path: string, text: string][] {
  return [
    ['findings.md', overview()],
    ...codes().map((code): [string, string] => [`findings/${code}.md`, pageText(code)]),
  ];
}

function pageText(code: Code): string {
  const path = join(DOCS, 'findings', `${code}.md`);
  if (!existsSync(path)) throw new Error(`docs/findings/${code}.md is missing: write its text first (CONTRIBUTING.md)`);
  const page = parsePage(code, readFileSync(path, 'utf8'));
  return [
    `# ${code}: ${page.title}`,
    '',
    `*${page.severity} · ${healingText(code)}*`,
    ...sectionsOf(page).flatMap(([head, text]) => ['', `## ${head}`, '', text]),
    ...(page.retired === undefined ? ['', '## What to do next', '', `    ${page.next}`] : []),
    '',
  ].join('\n');
}

function overview(): string {
  const table = codes().map((code) => {
    const { severity, healing, title, retired } = ruleOf(code);
    const what = retired === true ? `${title} (no longer given)` : title;
    return `| [${code}](findings/${code}.md) | ${severity} | ${healing} | ${what} |`;
  });
  return [INTRO, '', '| code | severity | healing | what |', '|---|---|---|---|', ...table, ''].join('\n');
}

const INTRO = `# Findings

Every code that \`convo verify\` can report. A code is never renamed or used again. \`convo explain CODE\` prints its page.

- **error**: the program refuses, hides or overwrites the data, or crashes on it, or data is already lost.
- **warning**: the program changes or drops something at its next read or save, or a reference is broken.
- **info**: odd or old, but harmless.

Healing is *safe* (\`convo heal\`, nothing is lost), *lossy* (\`convo heal --lossy\`, what is lost is itemised) or *manual* (a person has to decide).`;
