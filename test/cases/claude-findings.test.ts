import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import { type Finding, isCode, ruleOf } from '../../src/model/finding.ts';
import { claudeRules as rows } from '../../src/model/rules/claude.ts';
import { findingPage } from '../../src/ops/package-texts.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { everythingAt, withRun } from '../../src/ops/survey/survey-options.ts';
import { claude } from '../../src/stores/claude/index.ts';

const FIXTURES = new URL('../../fixtures/claude/', import.meta.url);
const folders = readdirSync(FIXTURES).filter((name) => /^CL\d+-/.test(name));
/** Long after the files were written, so that none of them is young. */
const NOW = 2_000_000_000;
/** The only process that is alive. */
const RUNNING = 4711;

/** `longest`: the longest line that is held, where a fixture is to be too long for it; 512 MiB are too much for a fixture. */
async function findingsIn(folder: string, longest: number | undefined): Promise<Finding[]> {
  const disk = longest === undefined ? nodeDisk() : { ...nodeDisk(), longest };
  const root = fileURLToPath(new URL(`${folder}/before`, FIXTURES));
  const site = { kind: 'claude', root, shape: 'home', scope: null, file: null } as const;
  const found: Finding[] = [];
  for await (const event of survey(
    { disk, kinds: [claude], sites: [site] },
    withRun(everythingAt(NOW), { alive: (pid) => pid === RUNNING }),
  )) {
    if (event.type === 'document') found.push(...event.document.findings());
    if (event.type === 'finding') found.push(event.finding);
  }
  return found;
}

test('every code that is given has exactly one fixture', () => {
  const codes = folders.map((name) => name.slice(0, 5));
  const given = Object.keys(rows).filter((code) => isCode(code) && findingPage(code).retired === undefined);
  expect(codes.sort()).toEqual(given.sort());
});

describe.each(folders)('%s', (folder) => {
  const { findings, longest } = JSON.parse(readFileSync(new URL(`${folder}/findings.json`, FIXTURES), 'utf8'));

  test('has exactly the findings it names, its own code among them', async () => {
    const found = await findingsIn(folder, longest);
    expect(
      found.map(({ code, id, path, at, offset }) => ({ code, id, path, at, offset, owner: ruleOf(code).owner })),
    ).toEqual(findings);
    expect(found.map(({ code }) => code)).toContain(folder.slice(0, 5));
    for (const { detail } of found) expect(detail).toMatch(/^[a-z\d].*[^.]$/);
  });
});
