import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The newest version that npm has of a package. Throws what npm says. */
export function newestOf(name: string): string {
  return npm('view', name, 'version').trim();
}

/** A file of a published package, in a folder of its own below the cache; fetched unless it is there. Throws what npm says. */
export function published(program: string, spec: string, file: string): string {
  const version = spec.slice(spec.lastIndexOf('@') + 1);
  const folder = cacheFolder(`${program}-${version}`);
  const path = join(folder, 'node_modules', file);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm('install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', spec);
  return path;
}

/** A folder that later runs find again. */
export function cacheFolder(name: string): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'convostore-judge', name);
}

function npm(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${error?.message ?? stderr}`);
  return stdout;
}
