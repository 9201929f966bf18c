import { type ExecFileException, execFile } from 'node:child_process';
import { join } from 'node:path';
import { Failure } from '../model/failure.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Files below a folder that differ from a commit, including untracked and ignored ones. Absolute, without links. Throws Failure
 * `usage` without a repository or commit, `failed` when git cannot run.
 */
export async function changedFiles(folder: string, ref: string, vars: Variables): Promise<ReadonlySet<string>> {
  // Messages of git are parsed below, so they must be in English.
  const git = gitWith({ ...vars, LC_ALL: 'C' });
  const top = (await git(folder, ['rev-parse', '--show-toplevel']))?.replace(/\n$/, '') ?? null;
  if (top === null)
    throw new Failure('usage', `${folder} is not in a git repository`, 'Give a time instead: --changed-since 2d.');
  const commit = await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (commit === null)
    throw new Failure(
      'usage',
      `there is no commit ${ref} in the git repository ${top}`,
      'A checkout in CI often has one commit only: fetch more of them, such as with `fetch-depth: 0`.',
    );
  const differing = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'];
  const changed = await git(folder, [...differing, commit.trim(), '--', '.'], await withoutFilters(git, folder));
  const untracked = await git(folder, ['ls-files', '-z', '--others', '--full-name', '--', '.']);
  if (changed === null || untracked === null)
    throw new Failure('failed', `git could not compare ${folder} with ${ref}`, 'Run `git status` there.');
  const names = `${changed}${untracked}`.split('\0').filter((name) => name !== '');
  return new Set(names.map((name) => join(top, name)));
}

/** Stops git from running a repository's programs: file monitor, hooks, fetches. Nothing is written. */
const NO_PROGRAMS = [
  '--no-optional-locks',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never'].flatMap((setting) => ['-c', setting]),
];

/** A repository names filters, which are programs: each is disabled. Files that only a filter makes equal count as changed. */
async function withoutFilters(git: RunGit, folder: string): Promise<readonly string[]> {
  const names = await git(folder, ['config', '-z', '--name-only', '--get-regexp', '^filter[.].*[.](clean|process)$']);
  const drivers = new Set<string>(
    (names ?? '').split('\0').flatMap((name) => /^(filter\..*)\.\w+$/s.exec(name)?.[1] ?? []),
  );
  if ([...drivers].some((driver) => driver.includes('=')))
    throw new Failure(
      'failed',
      `the git repository of ${folder} names a filter that cannot be left out: its name has an equals sign`,
    );
  return [...drivers].flatMap((driver) =>
    ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${driver}.${setting}`]),
  );
}

/** Standard output of git; null when it refuses. */
type RunGit = (folder: string, words: readonly string[], more?: readonly string[]) => Promise<string | null>;

function gitWith(env: Variables): RunGit {
  return async (folder, words, more = []) => {
    const { error, out, said } = await runGit(['-C', folder, ...NO_PROGRAMS, ...more, ...words], env);
    if (error === null) return out;
    const failure = failureOf(folder, error, said);
    if (failure !== null) throw failure;
    return null;
  };
}

interface GitResult {
  readonly error: ExecFileException | null;
  readonly out: string;
  readonly said: string;
}

function runGit(line: readonly string[], env: Variables): Promise<GitResult> {
  return new Promise((resolve) => {
    execFile('git', line, { env, maxBuffer: 2 ** 28, windowsHide: true }, (error, out, said) =>
      resolve({ error, out, said }),
    );
  });
}

/** The failure of a call of git; null if git ran and refused. */
function failureOf(folder: string, error: ExecFileException, said: string): Failure | null {
  const [trust] = /\bgit config --global --add safe\.directory .+/.exec(said) ?? [];
  if (trust !== undefined) return untrustedRepository(folder, trust);
  if (typeof error.code === 'number') return null;
  return new Failure('failed', `git could not be run: ${error.message}`, 'Give a time instead of a commit.');
}

/** A failure that is usual in containers: the checkout belongs to another user. */
function untrustedRepository(folder: string, trust: string): Failure {
  const message = `git does not trust the repository that ${folder} is in: it belongs to another user`;
  return new Failure('usage', message, `\`${trust}\` trusts it. Or give a time: --changed-since 2d.`);
}
