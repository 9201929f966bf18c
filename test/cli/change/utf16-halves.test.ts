import { cpSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { worldOf } from './person.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const OLD = 1_790_000_000;

/** A store with one session in UTF-16, in which a text has half of a character. */
function storeWithHalf(kind: string, code: string) {
  const name = readdirSync(join(fixtures, kind)).find((each) => each.startsWith(`${code}-`)) ?? code;
  const root = join(emptyHome(), kind);
  cpSync(join(fixtures, kind, name, 'after'), root, { recursive: true });
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
  const file = join(root, path);
  const text = readFileSync(file, 'utf8');
  const [word = ''] = /(?<=(?:text|content|message)":")[A-Z][a-z]+/.exec(text) ?? [];
  expect(word).not.toBe('');
  writeFileSync(file, Buffer.from(`\ufeff${text.replace(word, `${word}\ud83d`)}`, 'utf16le'));
  utimesSync(file, OLD, OLD);
  return { root, file, healed: text.replace(word, `${word}\ufffd`) };
}

test.each([
  ['claude', 'CL019'],
  ['codex', 'CX006'],
  ['pi', 'PI005'],
  ['copilot', 'CP002'],
])('%s: half a character in UTF-16 is lost with --lossy alone, and named', async (kind, code) => {
  const { root, file, healed } = storeWithHalf(kind, code);
  const before = readFileSync(file);
  for (const flag of ['--dry-run', '--yes']) {
    const { exit, stdout } = await call(['--root', root, 'heal', flag], worldOf());
    expect([exit, stdout], flag).toEqual([1, expect.stringContaining('needs --lossy')]);
  }
  expect(readFileSync(file)).toEqual(before);
  const { stdout } = await call(['--root', root, 'heal', '--lossy', '--yes'], worldOf());
  expect(stdout).toContain('1 half character of UTF-16 lost');
  expect(readFileSync(file, 'utf8')).toBe(healed);
});
