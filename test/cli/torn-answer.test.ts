import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { worldOf } from './change/person.ts';
import { emptyHome } from './demo-home.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

test.each(['gemini/GM110', 'qwen/QW111', 'copilot/CP113', 'pi/PI115'])(
  '%s: a torn last answer is an error, also behind a heal that loses nothing, and why names it',
  async (name) => {
    const [kind = '', code = ''] = name.split('/');
    const fixture = readdirSync(join(fixtures, kind)).find((each) => each.startsWith(`${code}-`)) ?? '';
    const root = join(emptyHome(), kind);
    cpSync(join(fixtures, kind, fixture, 'after'), root, { recursive: true });
    const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
    const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n');
    const answer = lines.findLastIndex((line) => /"(?:assistant|gemini|assistant\.message)"/.test(line));
    writeFileSync(join(root, path), [...lines.slice(0, answer), lines[answer]?.slice(0, -40)].join('\n'));
    const severities = async () => {
      const { findings } = JSON.parse((await call(['--root', root, 'verify', '--json'], worldOf())).stdout);
      return findings.map(({ severity }: { severity: string }) => severity);
    };
    expect(await severities()).toContain('error');
    await call(['--root', root, 'heal', '--yes'], worldOf());
    expect(await severities()).toContain('error');
    const { conversations } = JSON.parse((await call(['--root', root, 'list', '--all', '--json'], worldOf())).stdout);
    const { stdout } = await call(['--root', root, 'why', conversations[0].id], worldOf());
    expect(stdout).toMatch(/is damaged.*--lossy/s);
  },
);
