import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const top = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a program to its end with our standard streams; answers its exit code. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: top, stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (error !== undefined) throw error;
  return status ?? 1;
}

/** npm writes it after all packages. */
const done = join(top, 'node_modules', '.package-lock.json');

/** Installs nothing: stops with a sentence where no packages are installed. */
export function needPackages() {
  if (!existsSync(done)) stop('No packages are installed here: `npm ci` installs them.');
}

/** Installs from the lock file when that has not been done since the lock file changed. */
export function install() {
  if (existsSync(done) && statSync(done).mtimeMs >= statSync(join(top, 'package-lock.json')).mtimeMs) return;
  // Said here because an npm set up to leave out development packages, or to install nothing, would leave us without tools.
  const flags = [
    '--include=dev',
    '--include=optional',
    '--dry-run=false',
    '--global=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  const status = npm?.endsWith('.js') ? run(process.execPath, [npm, 'ci', ...flags]) : run('npm', ['ci', ...flags]);
  if (status !== 0) stop(`npm ci ended with ${status}`);
}

/** Builds dist/ when something that it is made of is younger than it. */
export function build() {
  const built = join(top, 'dist', 'cli', 'main.js');
  const sources = ['src', '.ci', 'package-lock.json'].map((name) => youngest(join(top, name)));
  if (existsSync(built) && statSync(built).mtimeMs > Math.max(...sources)) return;
  const status = run(process.execPath, [join(top, '.ci', 'build.mjs')]);
  if (status !== 0) stop(`the build ended with ${status}`);
}

function youngest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => youngest(join(path, name))));
}

function stop(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
