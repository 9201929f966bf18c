import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import { type Finding, withConsequencesApart } from '../../src/model/finding.ts';
import { qwenRules as rows } from '../../src/model/rules/qwen.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { qwen } from '../../src/stores/qwen/index.ts';
import { stated } from './stated.ts';

const FIXTURES = new URL('../../fixtures/qwen/', import.meta.url);
const folders = readdirSync(FIXTURES).filter((name) => /^QW\d+-/.test(name));
/** Long after the files were written, so that none of them is young. */
const NOW = 2_000_000_000;

/** `longest`: the longest line that is held, where a fixture is to be too long for it; 512 MiB are too much for a fixture. */
async function findingsIn(folder: string, longest: number | undefined): Promise<Finding[]> {
  const disk = longest === undefined ? nodeDisk() : { ...nodeDisk(), longest };
  const root = fileURLToPath(new URL(`${folder}/before`, FIXTURES));
  const site = { kind: 'qwen', root, shape: 'home', scope: null, file: null } as const;
  const found: Finding[] = [];
  for await (const event of survey(disk, [qwen], [site], { now: NOW })) {
    if (event.type === 'document') found.push(...event.document.findings());
    if (event.type === 'finding') found.push(event.finding);
  }
  return found;
}

/** What ends the program hard becomes no fixture: `test/stores/qwen` has it in memory. */
const IN_MEMORY = ['QW001', 'QW002', 'QW216'];

test('every other code has exactly one fixture', () => {
  const codes = Object.keys(rows).filter((code) => !IN_MEMORY.includes(code));
  expect(folders.map((name) => name.slice(0, 5)).sort()).toEqual(codes.sort());
});

describe.each(folders)('%s', (folder) => {
  const { findings, longest } = JSON.parse(readFileSync(new URL(`${folder}/findings.json`, FIXTURES), 'utf8'));

  test('has exactly the findings it names, its own code among them', async () => {
    const found = await findingsIn(folder, longest);
    expect(found.map(stated)).toEqual(findings);
    expect(found.flatMap(withConsequencesApart).map(({ code }) => code)).toContain(folder.slice(0, 5));
    for (const { detail } of found) expect(detail).toMatch(/^[a-z\d].*[^.]$/);
  });
});
