import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { KINDS } from '../kinds.ts';
import { isThorough, isTried } from '../support/sampling.ts';
import { call } from './call.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** Fixtures that show a finding, below the folder of their kind. */
function damaged(kind: string): string[] {
  const folder = join(fixtures, kind);
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'before')) && isTried(name))
    .filter((_, n) => isThorough || n % 4 === 0);
}

for (const { name: kind } of KINDS)
  test(`every --json answer over damaged ${kind} stores is one JSON document`, async () => {
    const broken: string[] = [];
    for (const [n, name] of damaged(kind).entries()) {
      const root = mkdtempSync(join(tmpdir(), 'convostore-json-'));
      onTestFinished(() => rmSync(root, { recursive: true, force: true }));
      cpSync(join(fixtures, kind, name, 'before'), root, { recursive: true });
      const answer = async (line: string) => {
        const { stdout } = await call(`${line} --json --kind ${kind} --root ${root}`, { cwd: root });
        try {
          return JSON.parse(stdout);
        } catch {
          broken.push(`${name}: ${line}`);
          return {};
        }
      };
      const { conversations = [] } = await answer('list --all');
      // What they print hardly depends on the damage.
      const more = n % 5 === 0 ? ['stats', 'report', 'runs'] : [];
      const change = `${n % 4 === 0 || ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'pi'].includes(kind) ? 'heal' : 'migrate'} --lossy --dry-run`;
      for (const line of ['verify', change, ...more]) await answer(line);
      for (const { id, readable } of conversations) {
        await answer(`why ${id}`);
        const { conversation } = await answer(`show ${id} --all --companions`);
        if (readable === false && conversation !== undefined && conversation.findings.length === 0)
          broken.push(`${name}: ${id} is not readable, and show says nothing of it`);
      }
    }
    expect(broken).toEqual([]);
  });
