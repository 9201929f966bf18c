import { execFileSync, fork, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBundled } from '../import-bundled.mjs';

// Compares what an older revision makes of many stores with what this tree makes of them:
// `npm run compare -- REVISION [STORES] [SEED] [--all]`. A folder with a build in it may stand for the revision.
// `--all` tells every story of every fixture, in place of one in four of those that change it.

const top = join(import.meta.dirname, '..', '..');
const isWhole = process.argv.includes('--all');
const [revision = 'HEAD', stores = '400', seed = '1'] = process.argv.slice(2).filter((word) => word !== '--all');
const isBuilt = existsSync(join(revision, 'dist', 'cli', 'main.js'));
if (
  !isBuilt &&
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], { cwd: top }).status !== 0
) {
  process.stderr.write(`compare: ${revision} is no revision here, and no folder with a build in it\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'convo-compare-'));
const places = [];
const old = isBuilt ? revision : join(folder, 'old');
try {
  if (!isBuilt) {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', old, revision], { cwd: top, stdio: 'inherit' });
    symlinkSync(join(top, 'node_modules'), join(old, 'node_modules'));
    execFileSync(process.execPath, [join(old, '.ci', 'build.mjs')], { stdio: 'inherit' });
  }
  const { reportOf } = await importBundled(join(import.meta.dirname, 'compare.ts'), folder);
  const of = availableParallelism();
  const parts = Array.from({ length: of }, (_, part) => {
    places.push(mkdtempSync(join(memoryOr(tmpdir()), 'convo-compare-')));
    const stated = {
      old,
      now: top,
      folder: places.at(-1),
      stores: Number(stores),
      seed: Number(seed),
      isWhole,
      part,
      of,
    };
    return told(fork(join(import.meta.dirname, 'part.mjs'), [join(folder, 'bundled.mjs'), JSON.stringify(stated)]));
  });
  const { text, differences } = reportOf(await Promise.all(parts));
  process.stdout.write(text);
  if (differences > 0) process.exitCode = 1;
} finally {
  if (!isBuilt) execFileSync('git', ['worktree', 'remove', '--force', old], { cwd: top });
  for (const each of [folder, ...places]) rmSync(each, { recursive: true, force: true });
}

/** A folder in memory, where there is one: to sync a file costs nothing there. */
function memoryOr(otherwise) {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return otherwise;
  }
}

/** What a part answers. */
function told(child) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a part of the comparison ended with ${code}`)));
  });
}
