import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/model/finding.ts';
import { tenexRules as rows } from '../../src/model/rules/tenex.ts';
import { tenex } from '../../src/stores/tenex/index.ts';
import { type Disk, openSite } from '../stores/open-site.ts';
import { stated } from './stated.ts';

const FIXTURES = new URL('../../fixtures/tenex/', import.meta.url);
const folders = readdirSync(FIXTURES).filter((name) => /^TX\d+-/.test(name));

/** `findings.json` of a fixture: what to open below `before`, how its disk looks, and exactly what is found. */
interface Fixture {
  readonly open: string;
  readonly disk?: Disk;
  readonly findings: readonly Omit<Finding, 'detail'>[];
}

test('every code has exactly one fixture', () => {
  expect(folders.map((name) => name.slice(0, 5)).sort()).toEqual(Object.keys(rows).sort());
});

describe.each(folders)('%s', (folder) => {
  const { open, disk, findings }: Fixture = JSON.parse(
    readFileSync(new URL(`${folder}/findings.json`, FIXTURES), 'utf8'),
  );
  const opened = () => openSite(tenex, fileURLToPath(new URL(`${folder}/before/${open}`, FIXTURES)), disk).findings;

  test('has exactly the findings it names', () => {
    expect(opened().map(stated)).toEqual(findings);
  });

  test('shows its own code', () => {
    expect(JSON.stringify(findings)).toContain(`"code":"${folder.slice(0, 5)}"`);
  });

  test('says what is wrong in words that fit behind a file name', () => {
    for (const { detail } of opened()) expect(detail).toMatch(/^[a-z\d].*[^.]$/);
  });
});
