import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { KIND_NAMES } from '../../../src/model/kinds.ts';
import { call } from '../call.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const DAY_BEFORE = Date.UTC(2026, 10, 20) / 1000;

test.each(readdirSync(join(fixtures, 'baselines')))('all that the baseline %s accepted is accepted', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-baseline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const kind of KIND_NAMES) cpSync(join(fixtures, kind, 'store'), join(folder, kind), { recursive: true });
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(folder, path), DAY_BEFORE, DAY_BEFORE);
  cpSync(join(fixtures, 'baselines', name), join(folder, 'baseline.json'));
  const roots = KIND_NAMES.map((kind) => `--root ${kind}`).join(' ');
  const { stdout } = await call(`verify ${roots} --baseline baseline.json --json`, { cwd: folder });
  const accepted: { findings: { code: string; count: number }[] } = JSON.parse(
    readFileSync(join(folder, 'baseline.json'), 'utf8'),
  );
  // One finding names all gone folders, and fewer of them count as gone since a folder above may be the project's.
  const still = accepted.findings.filter(({ code }) => code !== 'CL310');
  const all = still.reduce((sum, { count }) => sum + count, 0);
  expect(all).toBeGreaterThan(0);
  expect(JSON.parse(stdout).summary.known).toBe(all);
});
