import { cpSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { worldOf } from './person.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));

const STORES = ['codex/CX006', 'gemini/GM012', 'qwen/QW004', 'pi/PI115', 'copilot/CP113'] as const;

/** A store with one session, two days old, as `damage` leaves its lines; and what it was. */
function storeWith(name: string, damage: (lines: readonly string[]) => readonly string[]) {
  const [kind = '', code = ''] = name.split('/');
  const fixture = readdirSync(join(fixtures, kind)).find((each) => each.startsWith(`${code}-`)) ?? '';
  const root = join(emptyHome(), kind);
  cpSync(join(fixtures, kind, fixture, 'after'), root, { recursive: true });
  const path = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.jsonl')) ?? '';
  const file = join(root, path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `${damage(text.trimEnd().split('\n')).join('\n')}\n`);
  utimesSync(file, 1_790_000_000, 1_790_000_000);
  return { root, file, text };
}

test.each(STORES)('%s: NUL bytes and a stray one beside one record or two go in one heal', async (name) => {
  for (const [first, joint] of [
    [3, '\n'],
    [0, '\n'],
    [3, ''],
  ] as const) {
    const { root, file, text } = storeWith(name, (lines) => [
      ...lines.slice(0, first),
      `\0\0x${lines[first]}${joint}${lines[first + 1]}`,
      ...lines.slice(first + 2),
    ]);
    const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
    expect(stdout).toContain('removed beside whole records: "x"; all records stay');
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

test.each(oneIn(2, [...STORES, 'claude/CL005']))(
  '%s: a record between stray bytes is shown, searched and healed',
  async (name) => {
    const { root, file, text } = storeWith(name, (lines) =>
      lines.map((line, n) => (n === lines.length - 1 ? `x${line},` : line)),
    );
    const said = async () => {
      const { conversations } = JSON.parse((await call(['--root', root, 'list', '--all', '--json'], worldOf())).stdout);
      const shown = await call(['--root', root, 'show', conversations[0].path, '--all', '--json'], worldOf());
      const { messages } = JSON.parse(shown.stdout).conversation;
      return messages.map((each: { text: string }) => each.text);
    };
    const damaged = await said();
    const word = /\p{L}{5,}/u.exec(damaged.at(-1))?.[0] ?? '';
    expect((await call(['--root', root, 'grep', word], worldOf())).stdout).toContain(word);
    expect((await call(['--root', root, 'verify'], worldOf())).stdout).toMatch(/stray|behind something else/);
    await call(['--root', root, 'heal', '--yes'], worldOf());
    // Claude Code keeps them, on lines of their own.
    expect(readFileSync(file, 'utf8').replace(/^[x,]\n/gm, '')).toBe(text);
    expect(damaged).toEqual(await said());
  },
);

test.each(STORES)('%s: bytes that are alike are named once, with their number', async (name) => {
  const { root, file, text } = storeWith(name, (lines) =>
    lines.map((line, n) => (n === 2 || n === 3 ? `${line};` : line)),
  );
  const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
  expect(stdout.replace(/\s+/g, ' ')).toContain('removed beside whole records: ";" 2 times; all records stay');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each(STORES)('%s: a comma between two records is no stray byte', async (name) => {
  const { root, file, text } = storeWith(name, (lines) => [
    ...lines.slice(0, 3),
    `${lines[3]},${lines[4]}`,
    ...lines.slice(5),
  ]);
  expect((await call(['--root', root, 'verify'], worldOf())).stdout).toContain('2 records on');
  expect((await call(['--root', root, 'heal', '--yes'], worldOf())).stdout).toContain('1 changed');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each([
  ['pi/PI115', '"message":{"role"'],
  ['copilot/CP113', '"data":{"messageId"'],
  ['codex/CX006', '"payload":{"type"'],
] as const)('%s: no heal without --lossy empties a record whose bracket or key is lost', async (name, key) => {
  for (const by of ['"m\0\0\0\0\0\0ole"', '"m garbage ole"']) {
    const { root } = storeWith(name, (lines) => {
      const last = lines.findLastIndex((line) => line.includes(key));
      return lines.map((line, n) => (n === last ? line.replace(key, by) : line));
    });
    const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
    expect(stdout).not.toContain('all records stay');
    // Pi: NUL bytes cover the torn record, and the heal that would uncover it is refused for that.
    const left = (await call(['--root', root, 'verify'], worldOf())).stdout;
    expect(stdout.includes('0 changed') ? `${left}${stdout}` : left).toMatch(/ torn | part is lost/);
  }
});

test.each([
  ['a text', '"content":"I look', '"con{}ent":"I look'],
  ['a text, by a letter', '"content":"I look', '"conxent":"I look'],
  ['an object', '"data":{"messageId":"000001f8', '"d#ta":{"messageId":"000001f8'],
])('copilot/CP004: %s whose key is damaged gets its key back, and with it every byte', async (_, key, by) => {
  const { root, file, text } = storeWith('copilot/CP004', (lines) => lines.map((line) => line.replace(key, by)));
  expect(readFileSync(file, 'utf8')).toContain(by);
  const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
  expect(stdout).toContain('1 changed');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('copilot/CP004: another text of a record does not take the place of one that is lost', async () => {
  const { root, file } = storeWith('copilot/CP004', (lines) =>
    lines.map((line) => line.replace('"content":"I look', '"purpose":"I look')),
  );
  expect((await call(['--root', root, 'heal', '--yes'], worldOf())).stdout).toContain('needs --lossy');
  expect((await call(['--root', root, 'heal', '--lossy', '--yes'], worldOf())).stdout).toContain('1 changed');
  expect(readFileSync(file, 'utf8')).toContain('"purpose":"I look');
});

test('gemini/GM002: a session whose first line is torn is healed', async () => {
  const { root, file, text } = storeWith('gemini/GM110', ([first = '', ...lines]) => [first.slice(0, 60), ...lines]);
  const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
  expect(stdout).toContain('1 changed');
  expect(readFileSync(file, 'utf8')).toContain(text.split('\n')[1] ?? '-');
});

test.each(STORES)('%s: two odd bytes at the beginning are no sign of UTF-16', async (name) => {
  const { root, file, text } = storeWith(name, ([first = '', ...lines]) => [first, ...lines]);
  writeFileSync(file, Buffer.concat([Buffer.from('\xff\xfe!!', 'latin1'), Buffer.from(text.slice(4))]));
  await call(['--root', root, 'heal', '--yes'], worldOf());
  expect(readFileSync(file, 'utf8')).toContain(text.split('\n')[2] ?? '-');
});

test('a heal that would uncover a torn record names --lossy, which heals that too', async () => {
  const { root } = storeWith('qwen/QW111', (lines) =>
    lines.map((line, n) => (n === lines.length - 2 ? line.replace('"message":{"role"', '"m\0\0\0\0ole"') : line)),
  );
  const { stdout } = await call(['--root', root, 'heal', '--yes'], worldOf());
  expect(stdout.replace(/\s+/g, ' ')).toContain('--lossy heals that too; --force does it all the same');
  expect((await call(['--root', root, 'heal', '--lossy', '--yes'], worldOf())).stdout).toContain('1 changed');
});
