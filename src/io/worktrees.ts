import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { attempt } from './disk/error-code.ts';
import { keyed } from './keyed.ts';

/** One working copy of a repository, as git lists it; the main one comes first. */
export interface Worktree {
  /** Absolute. */
  readonly path: string;
  /** Without `refs/heads/`; null when none is checked out. */
  readonly branch: string | null;
  readonly bare: boolean;
  /** True when git would prune it: its folder is gone. */
  readonly prunable: boolean;
}

/** Milliseconds that git is given: a repository on a dead network file system must not hold us up. */
const PATIENCE = 5000;

/**
 * All worktrees of the repository that `folder` is in. None when it is in none, or git is missing, refuses or takes too long:
 * worktrees explain who shares a store, and no answer depends on them alone. A worktree that does not name this repository itself
 * is left out: a repository can come from anywhere, and list any folder of the disk as its own.
 */
export async function worktreesOf(folder: string, git = 'git'): Promise<Worktree[]> {
  const top = aroundOf(folder);
  if (top === null) return [];
  const alone = onlyWorktree(top);
  if (alone !== null) return [alone];
  const list = ['-C', folder, 'worktree', 'list', '--porcelain'];
  const { code, out } = await answerOf(git, [...list, '-z']);
  if (code !== USAGE) return code === 0 ? mutual(parseWorktrees(out, '\0')) : [];
  const older = await answerOf(git, list);
  return older.code === 0 ? mutual(parseWorktrees(older.out, '\n')) : [];
}

/**
 * The folder, or the nearest above it, that has a `.git`, or a `HEAD` as a bare repository does; null for none. Git is asked only then:
 * starting it to learn that there is no repository takes longer than most of what is done with the answer.
 */
function aroundOf(folder: string): string | null {
  const isThere = (path: string) => attempt(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined;
  let at = attempt(() => realpathSync(folder));
  while (at !== null && !isThere(join(at, '.git')) && !isThere(join(at, 'HEAD')))
    at = dirname(at) === at ? null : dirname(at);
  return at;
}

/**
 * What git would list for a repository that never had another worktree and says nothing of where its own one is, as nearly
 * every repository is: without starting git, which costs more than the rest of a short list. Null where only git can tell.
 */
function onlyWorktree(top: string): Worktree | null {
  const at = join(top, '.git');
  if (attempt(() => lstatSync(at))?.isDirectory() !== true) return null;
  const names = new Set(attempt(() => readdirSync(at)));
  if (names.has('worktrees') || names.has('commondir') || !names.has('objects') || !names.has('refs')) return null;
  const [head, config] = ['HEAD', 'config'].map((name) => attempt(() => readFileSync(join(at, name), 'utf8')));
  const isElsewhere = /worktree|include|\bbare\b(?!\s*=\s*false\s*$)/im.test(config ?? 'bare');
  // A repository that keeps its branches in a table names one that cannot be.
  const [, branch = null] = /^ref: refs\/heads\/([^.\s]\S*)\n$/.exec(head ?? '') ?? [];
  const isDetached = /^[\da-f]{40,64}\n$/.test(head ?? '');
  return isElsewhere || (branch === null && !isDetached) ? null : { path: top, branch, bare: false, prunable: false };
}

/** The exit code of git where it does not know a flag: before 2.36 it had no -z. */
const USAGE = 129;

/** `code` is null where git is missing, or was ended for taking too long. */
function answerOf(
  git: string,
  ask: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(git, ask, { timeout: PATIENCE, maxBuffer: 2 ** 24, windowsHide: true }, (error, out) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : null, out }),
    );
  });
}

function mutual(all: readonly Worktree[]): Worktree[] {
  const [main, ...others] = all;
  if (main === undefined) return [];
  const own = main.bare ? attempt(() => realpathSync(main.path)) : repositoryOf(main.path);
  return [main, ...others.filter(({ path, prunable }) => !prunable && own !== null && repositoryOf(path) === own)];
}

/** The repository that a working copy says it belongs to, as a real path; null when it names none. */
function repositoryOf(path: string): string | null {
  return attempt(() => {
    const at = join(path, '.git');
    if (statSync(at).isDirectory()) return realpathSync(at);
    const folder = resolvePath(path, /^gitdir: (.+)$/m.exec(readFileSync(at, 'utf8'))?.[1] ?? '');
    const common = attempt(() => readFileSync(join(folder, 'commondir'), 'utf8').trim());
    return realpathSync(common === null ? folder : resolvePath(folder, common));
  });
}

/**
 * Reads the answer of `git worktree list --porcelain`: blocks of `key value` lines, an empty line between. With -z a line ends with
 * a NUL, so that a path may have line ends in it.
 */
export function parseWorktrees(text: string, end: '\n' | '\0'): Worktree[] {
  return text.split(`${end}${end}`).flatMap((block) => {
    const facts = new Map(block.split(end).map((line) => keyed(line, ' ')));
    const path = facts.get('worktree');
    if (path === undefined || path === '') return [];
    const branch = facts.get('branch')?.replace(/^refs\/heads\//, '') ?? null;
    return [{ path, branch, bare: facts.has('bare'), prunable: facts.has('prunable') }];
  });
}
