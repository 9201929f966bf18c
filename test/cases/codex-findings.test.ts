import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeDisk, type ReadDisk, readTable } from '../../src/io/disk.ts';
import { type Finding, withConsequencesApart } from '../../src/model/finding.ts';
import { isNoTable, type TableRead } from '../../src/model/part.ts';
import { codexRules as rows } from '../../src/model/rules/codex.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { codex } from '../../src/stores/codex/index.ts';
import { hasSqlite, NO_ENGINE } from '../io/support/sqlite.ts';
import { stated } from './stated.ts';

const FIXTURES = new URL('../../fixtures/codex/', import.meta.url);
const folders = readdirSync(FIXTURES).filter((name) => /^CX\d+-/.test(name));

/** What a fixture says of the world that it is judged in. */
interface Given {
  /** The longest line that is held, where a fixture is to be too long for it; 512 MiB are too much for a fixture. */
  readonly longest?: number;
  /** A file on which another process holds a lock. */
  readonly held?: string;
  /** What its databases hold, by their names: a version of Node.js may have no SQLite. `<home>` is the root. */
  readonly tables?: Readonly<Record<string, TableRead>>;
}

async function findingsIn(root: string, { longest, tables = {} }: Given): Promise<Finding[]> {
  const real = nodeDisk();
  const table: ReadDisk['table'] = (path) =>
    JSON.parse(JSON.stringify(tables[basename(path)] ?? ABSENT).replaceAll('<home>', root));
  const disk = longest === undefined ? { ...real, table } : { ...real, table, longest };
  const site = { kind: 'codex', root, shape: 'home', scope: null, file: null } as const;
  const found: Finding[] = [];
  for await (const event of survey({ disk, kinds: [codex], sites: [site] }, everythingAt(2_000_000_000))) {
    if (event.type === 'document') found.push(...event.document.findings());
    if (event.type === 'finding') found.push(event.finding);
  }
  return found;
}

const ABSENT: TableRead = { none: 'absent', reason: 'is not there' };

/** Another process holds a lock on the file until the test ends, as the program does. */
async function hold(path: string): Promise<void> {
  const holder = spawn('flock', [path, '-c', 'echo held; cat']);
  onTestFinished(() => void holder.stdin.end());
  await once(holder.stdout, 'data');
}

test('every code has exactly one fixture', () => {
  expect(folders.map((name) => name.slice(0, 5)).sort()).toEqual(Object.keys(rows).sort());
});

describe.each(folders)('%s', (folder) => {
  const { findings, ...given }: Given & { findings: unknown } = JSON.parse(
    readFileSync(new URL(`${folder}/findings.json`, FIXTURES), 'utf8'),
  );

  test('has exactly the findings it names, its own code among them', async () => {
    const root = fileURLToPath(new URL(`${folder}/before`, FIXTURES));
    if (given.held !== undefined) await hold(join(root, given.held));
    const found = await findingsIn(root, given);
    expect(found.map(stated)).toEqual(findings);
    expect(found.flatMap(withConsequencesApart).map(({ code }) => code)).toContain(folder.slice(0, 5));
    for (const { detail } of found) expect(detail).toMatch(/^[a-z\d].*[^.]$/);
  });

  test('has in its databases what it says, as far as this version of Node.js reads them', () => {
    for (const [name, wanted] of Object.entries(given.tables ?? {})) {
      if (isNoTable(wanted) && wanted.none === 'no-engine') continue;
      const columns = Object.keys(isNoTable(wanted) ? {} : (wanted[0] ?? {}));
      const path = join(fileURLToPath(new URL(`${folder}/before`, FIXTURES)), name);
      expect(readTable(path, TABLES[name] ?? '', columns)).toEqual(hasSqlite() ? wanted : NO_ENGINE);
    }
  });
});

const TABLES: Readonly<Record<string, string>> = {
  'state_5.sqlite': 'threads',
  'thread_history_1.sqlite': 'thread_history_projection_state',
};
