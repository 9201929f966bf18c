import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import type { Finding } from '../../src/model/finding.ts';
import { row } from '../../src/model/findings.ts';
import { codexRules as rows } from '../../src/model/rules/codex.ts';
import { survey } from '../../src/ops/survey/survey.ts';
import { codex } from '../../src/stores/codex/index.ts';

const FIXTURES = new URL('../../fixtures/codex/', import.meta.url);
const folders = readdirSync(FIXTURES).filter((name) => /^CX\d+-/.test(name));

/** `longest`: the longest line that is held, where a fixture is to be too long for it; 512 MiB are too much for a fixture. */
async function findingsIn(root: string, longest: number | undefined): Promise<Finding[]> {
  const disk = longest === undefined ? nodeDisk() : { ...nodeDisk(), longest };
  const site = { kind: 'codex', root, shape: 'home', scope: null, file: null } as const;
  const found: Finding[] = [];
  for await (const event of survey(disk, [codex], [site], { now: 2_000_000_000 })) {
    if (event.is === 'document') found.push(...event.document.findings());
    if (event.is === 'finding') found.push(event.finding);
  }
  return found;
}

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
  const { findings, longest, held } = JSON.parse(readFileSync(new URL(`${folder}/findings.json`, FIXTURES), 'utf8'));

  test('has exactly the findings it names, its own code among them', async () => {
    const root = fileURLToPath(new URL(`${folder}/before`, FIXTURES));
    if (held !== undefined) await hold(join(root, held));
    const found = await findingsIn(root, longest);
    expect(
      found.map(({ code, id, path, at, offset }) => ({ code, id, path, at, offset, owner: row(code).owner })),
    ).toEqual(findings);
    expect(found.map(({ code }) => code)).toContain(folder.slice(0, 5));
    for (const { detail } of found) expect(detail).toMatch(/^[a-z\d].*[^.]$/);
  });
});
