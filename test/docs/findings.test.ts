import { expect, test } from 'vitest';
import { row } from '../../src/model/findings.ts';
import { page } from '../../src/model/pages.ts';
import { codes } from '../../src/report/explain.ts';

test('docs/findings.md is what the table says (npm run docs renews it)', async () => {
  await expect(findingsPage()).toMatchFileSnapshot('../../docs/findings.md');
});

function findingsPage(): string {
  const table = codes().map((code) => {
    const { severity, healing, title } = row(code);
    return `| [${code}](#${code.toLowerCase()}) | ${severity} | ${healing} | ${title} |`;
  });
  return [
    INTRO,
    '',
    '| code | severity | healing | what |',
    '|---|---|---|---|',
    ...table,
    ...codes().flatMap(section),
    '',
  ].join('\n');
}

const INTRO = `# Findings

Every code that \`convo verify\` can report. A code is never renamed or used again. \`convo explain CODE\` prints the same.

- **error**: the program refuses, hides or overwrites the data, or crashes on it, or data is already lost.
- **warning**: the program changes or drops something at its next read or save, or a reference is broken.
- **info**: odd or old, but harmless.

Healing is *safe* (\`convo heal\`, nothing is lost), *lossy* (\`convo heal --lossy\`, what is lost is itemised) or *manual* (a person has to decide).`;

function section(code: ReturnType<typeof codes>[number]): string[] {
  const { severity, healing, unjudged, title, meaning, owner, sound, unknown, next, retired } = page(code);
  const judged = unjudged === true ? ' · not judged: the run exits 3' : '';
  return [
    '',
    `## ${code}`,
    '',
    `**${title}** · ${severity} · ${healing}${judged}`,
    ...(retired === undefined ? [] : ['', `No longer given: ${retired}`]),
    '',
    meaning,
    '',
    `- What the program does: ${owner}`,
    `- Still sound: ${sound}`,
    `- Unknown: ${unknown}`,
    `- Next: \`${next}\``,
  ];
}
