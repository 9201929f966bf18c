import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Finding, ruleOf } from '../../src/model/finding.ts';
import { raoRules as table } from '../../src/model/rules/rao.ts';
import { rao } from '../../src/stores/rao/index.ts';
import { type Disk, openSite } from '../stores/open-site.ts';
import { filesIn, openFiles } from '../stores/rao/open-folder.ts';
import { stated } from './stated.ts';

const FIXTURES = new URL('../../fixtures/rao/', import.meta.url);
const folders = readdirSync(FIXTURES).filter((name) => /^RA\d+-/.test(name));

/** `findings.json` of a fixture: what to open below `before`, how its disk looks, and exactly what is found. */
interface Fixture {
  readonly open: string;
  readonly disk?: Disk;
  readonly findings: readonly Omit<Finding, 'detail'>[];
}

test('every code has exactly one fixture', () => {
  expect(folders.map((name) => name.slice(0, 5)).sort()).toEqual(Object.keys(table).sort());
});

describe.each(folders)('%s', (folder) => {
  const { open, disk, findings }: Fixture = read(`${folder}/findings.json`);
  const found = openSite(rao, fileURLToPath(new URL(`${folder}/before/${open}`, FIXTURES)), disk).findings;

  test('has exactly the findings it names', () => {
    expect(found.map(stated)).toEqual(findings);
  });

  test('shows its own code', () => {
    expect(JSON.stringify(findings)).toContain(`"code":"${folder.slice(0, 5)}"`);
  });

  test('says what is wrong in words that fit behind a file name', () => {
    for (const { detail } of found) expect(detail).toMatch(/^[a-z].*[^.]$/);
  });
});

/** What was done to a conversation, a sentence each, and what is found: code, file, pointer. */
interface Flawed {
  readonly flaws: readonly string[];
  readonly findings: readonly string[];
}

const cases: Readonly<Record<string, Flawed>> = read('case-findings.json');

test('there are 72 cases', () => {
  expect(Object.keys(cases)).toHaveLength(72);
  expect(Object.keys(cases)).toEqual(readdirSync(new URL('cases/', FIXTURES)).sort());
});

describe.each(Object.entries(cases))('the case %s', (name, { flaws, findings }) => {
  const { conversation_index: index } = read<{ conversation_index: number }>(`cases/${name}/expected.json`);
  const document = openFiles(filesIn(new URL(`cases/${name}/input/`, FIXTURES)), String(index));
  const found = [...document.findings()];

  test('has exactly these findings', () => {
    expect(found.map((finding) => told(finding, `conversations/conversation_${index}`))).toEqual(findings);
  });

  test(flaws.length > 0 ? 'is found to be flawed' : 'is found to be sound', () => {
    expect(found.some(({ code }) => ruleOf(code).severity !== 'info')).toBe(flaws.length > 0);
  });
});

describe('the base that the real program wrote', () => {
  const recorded: Readonly<Record<string, readonly string[]>> = read('recorded-findings.json');
  const foundIn = (name: string) => openSite(rao, fileURLToPath(new URL(`recorded/${name}`, FIXTURES))).findings;

  test.each(Object.entries(recorded))('%s has exactly these findings', (name, findings) => {
    expect(foundIn(name).map((finding) => told(finding, ''))).toEqual(findings);
  });

  test('has nothing above info as it was written', () => {
    expect(foundIn('store').filter(({ code }) => ruleOf(code).severity !== 'info')).toEqual([]);
  });
});

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8'));
}

/** Code, file below a folder, pointer, and the codes of what follows. */
function told({ code, path, at, consequences = [] }: Finding, folder: string): string {
  const name = folder === '' ? path : path.slice(folder.length + 1);
  const following = consequences.length === 0 ? '' : `therefore ${consequences.map((each) => each.code).join(', ')}`;
  return [code, name, at ?? '', following].filter((word) => word !== '').join(' ');
}
