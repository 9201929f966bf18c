import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBundled } from '../import-bundled.mjs';

// Compares what an older revision makes of many stores with what this tree makes of them: `npm run compare -- REVISION [STORES] [SEED]`.
// A folder with a build in it may stand for the revision.

const top = join(import.meta.dirname, '..', '..');
const [revision = 'HEAD', stores = '600', seed = '1'] = process.argv.slice(2);
const isBuilt = existsSync(join(revision, 'dist', 'cli', 'main.js'));
if (
  !isBuilt &&
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], { cwd: top }).status !== 0
) {
  process.stderr.write(`compare: ${revision} is no revision here, and no folder with a build in it\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'convo-compare-'));
const old = isBuilt ? revision : join(folder, 'old');
try {
  if (!isBuilt) {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', old, revision], { cwd: top, stdio: 'inherit' });
    symlinkSync(join(top, 'node_modules'), join(old, 'node_modules'));
    execFileSync(process.execPath, [join(old, '.ci', 'build.mjs')], { stdio: 'inherit' });
  }
  const { compare } = await importBundled(join(import.meta.dirname, 'compare.ts'), folder);
  const differences = await compare({ old, now: top, folder, stores: Number(stores), seed: Number(seed) });
  if (differences > 0) process.exitCode = 1;
} finally {
  if (!isBuilt) execFileSync('git', ['worktree', 'remove', '--force', old], { cwd: top });
  rmSync(folder, { recursive: true, force: true });
}
