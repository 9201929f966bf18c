import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import { type Finding, withConsequencesApart } from '../../src/model/finding.ts';
import { KIND_TABLE } from '../../src/model/kinds.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import type { Kind } from '../../src/stores/kind.ts';
import { stated } from './stated.ts';

/** Long after the files were written, so that none of them is young. */
const NOW = 2_000_000_000;

/** Every code has one fixture, and each fixture the findings that it names; those of `inMemory` end the program hard, and have none. */
export function testFixtures(kind: Kind, inMemory: readonly string[] = []): void {
  const { letters, rules } = KIND_TABLE[kind.name];
  const fixtures = new URL(`../../fixtures/${kind.name}/`, import.meta.url);
  const folders = readdirSync(fixtures).filter((name) => new RegExp(`^${letters}\\d+-`).test(name));

  test('every other code has exactly one fixture', () => {
    const codes = Object.keys(rules).filter((code) => !inMemory.includes(code));
    expect(folders.map((name) => name.slice(0, 5)).sort()).toEqual(codes.sort());
  });

  describe.each(folders)('%s', (folder) => {
    const { findings, longest } = JSON.parse(readFileSync(new URL(`${folder}/findings.json`, fixtures), 'utf8'));

    test('has exactly the findings it names, its own code among them', async () => {
      const found = await findingsIn(kind, fileURLToPath(new URL(`${folder}/before`, fixtures)), longest);
      expect(found.map(stated)).toEqual(findings);
      expect(found.flatMap(withConsequencesApart).map(({ code }) => code)).toContain(folder.slice(0, 5));
      for (const { detail } of found) expect(detail).toMatch(/^[a-z\d].*[^.]$/);
    });
  });
}

/** `longest`: the longest line that is held, where a fixture is to be too long for it; 512 MiB are too much for a fixture. */
async function findingsIn(kind: Kind, root: string, longest: number | undefined): Promise<Finding[]> {
  const disk = longest === undefined ? nodeDisk() : { ...nodeDisk(), longest };
  const site = { kind: kind.name, root, shape: 'home', scope: null, file: null };
  const found: Finding[] = [];
  for await (const event of survey({ disk, kinds: [kind], sites: [site] }, everythingAt(NOW))) {
    if (event.type === 'document') found.push(...event.document.findings());
    if (event.type === 'finding') found.push(event.finding);
  }
  return found;
}
