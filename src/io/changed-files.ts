import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Failure } from '../model/failure.ts';

/**
 * Files below a folder that differ from a commit of its git repository: absolute, without links. Files that git does not track are
 * among them, ignored ones too, because nothing says since when they are as they are. Throws Failure `usage` where there is no
 * repository or no such commit, and `failed` when git cannot be run.
 */
export async function changedFiles(folder: string, ref: string): Promise<ReadonlySet<string>> {
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
  const changed = await git(folder, [...differing, commit.trim(), '--', '.'], await withoutFilters(folder));
  const untracked = await git(folder, ['ls-files', '-z', '--others', '--full-name', '--', '.']);
  if (changed === null || untracked === null)
    throw new Failure('failed', `git could not compare ${folder} with ${ref}`, 'Run `git status` there.');
  const names = `${changed}${untracked}`.split('\0').filter((name) => name !== '');
  return new Set(names.map((name) => join(top, name)));
}

/** The programs that a repository can have git run: a file monitor, hooks, and what fetches objects that it lacks. Nothing is written either. */
const NO_PROGRAMS = [
  '--no-optional-locks',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never'].flatMap((setting) => ['-c', setting]),
];

/** Filters are programs that a repository names for its files: each is named away, and a file counts as changed that only a filter makes equal. */
async function withoutFilters(folder: string): Promise<readonly string[]> {
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

/** The answer of git; null when it refuses. */
function git(folder: string, words: readonly string[], more: readonly string[] = []): Promise<string | null> {
  const line = ['-C', folder, ...NO_PROGRAMS, ...more, ...words];
  return new Promise((resolve, reject) => {
    execFile('git', line, { maxBuffer: 2 ** 28, windowsHide: true }, (error, out, words) => {
      const [trust] = /\bgit config --global --add safe\.directory .+/.exec(words) ?? [];
      if (error === null) resolve(out);
      else if (trust !== undefined) reject(mistrusted(folder, trust));
      else if (typeof error.code === 'number') resolve(null);
      else reject(new Failure('failed', `git could not be run: ${error.message}`, 'Give a time instead of a commit.'));
    });
  });
}

/** Usual in a container, where the checkout belongs to another user. */
function mistrusted(folder: string, trust: string): Failure {
  const message = `git does not trust the repository that ${folder} is in: it belongs to another user`;
  return new Failure('usage', message, `\`${trust}\` trusts it. Or give a time: --changed-since 2d.`);
}
