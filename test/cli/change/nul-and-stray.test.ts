import { cpSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { worldOf } from './person.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));

const STORES = ['codex/CX006', 'gemini/GM012', 'qwen/QW004', 'pi/PI115', 'copilot/CP113'] as const;

test.each(STORES)('%s: NUL bytes and a stray one beside one record or two go in one heal', async (name) => {
  const [kind = '', code = ''] = name.split('/');
  const fixture = readdirSync(join(fixtures, kind)).find((each) => each.startsWith(`${code}-`)) ?? '';
  for (const [first, joint] of [
    [3, '\n'],
    [0, '\n'],
    [3, ''],
  ] as const) {
    const root = join(emptyHome(), kind);
    cpSync(join(fixtures, kind, fixture, 'after'), root, { recursive: true });
    const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
    const file = join(root, path);
    const text = readFileSync(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    const damaged = [...lines.slice(0, first), `\0\0x${lines[first]}${joint}${lines[first + 1]}`];
    writeFileSync(file, `${[...damaged, ...lines.slice(first + 2)].join('\n')}\n`);
    utimesSync(file, 1_790_000_000, 1_790_000_000);
    const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
    expect(stdout).toContain('removed beside whole records: "x"; all records stay');
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});
