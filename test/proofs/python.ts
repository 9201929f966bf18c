import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The one that the variable PYTHON names, then the newest first. */
const NAMES = [process.env['PYTHON'] || 'python3', 'python3.13', 'python3.12', 'python3.11', 'python3'];

/** A Python of at least version 3.`minor`, or null. */
export function pythonOf(minor: number): string | null {
  const enough = `import sys; sys.exit(sys.version_info < (3, ${minor}))`;
  return NAMES.find((name) => spawnSync(name, ['-c', enough]).status === 0) ?? null;
}

/** What a program of Python came to. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Environment {
  run(script: string, words: readonly string[]): Ran;
  /** Path of a command that a package installed. */
  bin(name: string): string;
}

/**
 * Runs scripts with the packages of a requirements file, in an environment below the cache that is made once for each
 * state of that file. `extra` is installed without its own requirements. Throws what pip says.
 */
export function environment(python: string, requirements: string, extra: readonly string[] = []): Environment {
  const mark = createHash('sha256')
    .update(readFileSync(requirements))
    .update([python, ...extra].join('\n'))
    .digest('hex')
    .slice(0, 12);
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const folder = join(cache, 'convostore-proofs', mark);
  const program = join(folder, 'bin', 'python');
  if (!existsSync(join(folder, 'whole'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    must(python, ['-m', 'venv', folder]);
    must(program, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
    if (extra.length > 0) must(program, ['-m', 'pip', 'install', '--quiet', '--no-deps', ...extra]);
    mkdirSync(join(folder, 'whole'));
  }
  return {
    bin: (name) => join(folder, 'bin', name),
    run: (script, words) => spawnSync(program, [script, ...words], { encoding: 'utf8', maxBuffer: 2 ** 30 }),
  };
}

/** What the last line of a script says as JSON. Throws with what it wrote on stderr. */
export function answerOf<T>({ status, stdout, stderr }: Ran): T {
  if (status !== 0) throw new Error(`a script of Python ended with ${status}:\n${stderr.slice(-2000)}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

function must(program: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? stderr}`);
}
