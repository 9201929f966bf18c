import { cpSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { worldOf } from './person.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const OLD = 1_790_000_000;

/** A store with one session, as its heal leaves it. */
function healedStore(kind: string, code: string) {
  const name = readdirSync(join(fixtures, kind)).find((each) => each.startsWith(`${code}-`)) ?? code;
  const root = join(emptyHome(), kind);
  cpSync(join(fixtures, kind, name, 'after'), root, { recursive: true });
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
  const file = join(root, path);
  return { root, file, text: readFileSync(file, 'utf8') };
}

function rewrite(file: string, ...parts: readonly Buffer[]): void {
  writeFileSync(file, Buffer.concat(parts));
  utimesSync(file, OLD, OLD);
}

/** In UTF-16, with half of a character in a text. */
function storeWithHalf(kind: string, code: string) {
  const { root, file, text } = healedStore(kind, code);
  const [word = ''] = /(?<=(?:text|content|message)":")[A-Z][a-z]+/.exec(text) ?? [];
  expect(word).not.toBe('');
  rewrite(file, Buffer.from(`\ufeff${text.replace(word, `${word}\ud83d`)}`, 'utf16le'));
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

test.each([
  ['claude', 'CL019'],
  ['codex', 'CX006'],
  ['gemini', 'GM012'],
  ['qwen', 'QW004'],
  ['pi', 'PI005'],
  ['copilot', 'CP002'],
])('%s: a record that the program appended in UTF-8 behind UTF-16 stays as it is', async (kind, code) => {
  const { root, file, text: plain } = healedStore(kind, code);
  const text = plain.replace(/(?<=(?:text|content|message)":")[A-Z]/, 'Zoë 第');
  const last = text.trimEnd().lastIndexOf('\n') + 1;
  // The heal of an odd size was refused, of an even one the record became other characters.
  const behind = Buffer.from(text.slice(last));
  const spaces = ' '.repeat(behind.length % 2);
  rewrite(file, Buffer.from(`\ufeff${text.slice(0, last)}`, 'utf16le'), behind, Buffer.from(spaces));
  const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
  expect(stdout).toContain('1 changed');
  expect(readFileSync(file, 'utf8').trimEnd()).toBe(text.trimEnd());
});

test.each([
  ['codex', 'CX006'],
  ['qwen', 'QW004'],
  ['pi', 'PI005'],
  ['copilot', 'CP002'],
])('%s: a list, and a record that was appended behind it, become lines', async (kind, code) => {
  const { root, file, text } = healedStore(kind, code);
  const lines = text.trimEnd().split('\n');
  const last = lines.pop();
  for (const list of [`[${lines.join(',')}]`, `[\n${lines.join(',\n')}\n]`]) {
    rewrite(file, Buffer.from(`${list}\n${last}\n`));
    const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
    expect(stdout).toContain('1 changed');
    expect(readFileSync(file, 'utf8').trimEnd()).toBe(text.trimEnd());
  }
});
