import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

interface CompileCache {
  keepCompiled(
    module: { enableCompileCache?: (folder: string) => void; prototype?: { _compile: () => void } },
    of: { vars: Record<string, string>; platform: string; uid?: number | null },
  ): void;
}
const { keepCompiled } = createRequire(import.meta.url)('../../bin/compile-cache.js') as CompileCache;

const top = mkdtempSync(join(tmpdir(), 'convostore-compiled-'));
afterAll(() => rmSync(top, { recursive: true }));
let homes = 0;

function homeWith(...folders: string[]): string {
  const home = join(top, `home${homes++}`);
  mkdirSync(home);
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true, mode: 0o755 });
  return home;
}

/** The folders that a Node with such a cache was given. */
function keptIn(
  vars: Record<string, string>,
  { platform = 'linux', ...more }: { platform?: string; uid?: number } = {},
) {
  const kept: string[] = [];
  keepCompiled({ enableCompileCache: (folder) => kept.push(folder) }, { vars, platform, ...more });
  return kept;
}

test('compiled code is kept in a folder of its own in the cache of the user, which nobody else reads', () => {
  const home = homeWith('.cache', 'Library/Caches', 'other');
  expect(keptIn({ HOME: home })).toEqual([join(home, '.cache/convostore')]);
  expect(statSync(join(home, '.cache/convostore')).mode & 0o777).toBe(0o700);
  expect(keptIn({ HOME: home })).toHaveLength(1);
  expect(keptIn({ HOME: home }, { platform: 'darwin' })).toEqual([join(home, 'Library/Caches/convostore')]);
  expect(keptIn({ HOME: home, XDG_CACHE_HOME: join(home, 'other') })).toEqual([join(home, 'other/convostore')]);
});

test('a Node without such a cache compiles what it loads with ours', () => {
  const compile = () => {};
  const older = { prototype: { _compile: compile } };
  keepCompiled(older, { vars: { HOME: homeWith() }, platform: 'linux' });
  expect(older.prototype._compile).toBe(compile);
  keepCompiled(older, { vars: { HOME: homeWith('.cache') }, platform: 'linux' });
  expect(older.prototype._compile).not.toBe(compile);
});

test('nothing is kept where the user has turned that off', () => {
  const home = homeWith('.cache');
  expect(keptIn({ HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual([]);
  expect(existsSync(join(home, '.cache/convostore'))).toBe(false);
});

test('no folder is made where the cache of the user is missing, a file, or not named whole', () => {
  const home = homeWith();
  expect(keptIn({ HOME: home })).toEqual([]);
  expect(existsSync(join(home, '.cache'))).toBe(false);
  writeFileSync(join(home, '.cache'), '');
  expect(keptIn({ HOME: home })).toEqual([]);
  expect(keptIn({})).toEqual([]);
  expect(keptIn({ HOME: home, XDG_CACHE_HOME: 'relative' })).toEqual([]);
});

test('nothing is kept in a store, nor in a folder of another user or in which others write', () => {
  const home = homeWith('.cache/convostore', '.claude/cache', '.codex');
  expect(keptIn({ XDG_CACHE_HOME: join(home, '.claude/cache') })).toEqual([]);
  expect(keptIn({ HOME: home, XDG_CACHE_HOME: join(home, '.codex') })).toEqual([]);
  expect(keptIn({ HOME: home }, { uid: statSync(home).uid + 1 })).toEqual([]);
  chmodSync(join(home, '.cache/convostore'), 0o777);
  expect(keptIn({ HOME: home })).toEqual([]);
  chmodSync(join(home, '.cache/convostore'), 0o700);
  chmodSync(join(home, '.cache'), 0o775);
  expect(keptIn({ HOME: home })).toEqual([]);
  const linked = homeWith();
  symlinkSync(homeWith(), join(linked, '.cache'));
  expect(keptIn({ HOME: linked })).toEqual([join(linked, '.cache/convostore')]);
});
