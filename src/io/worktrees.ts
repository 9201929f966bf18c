import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { orNull } from './disk/error-code.ts';
import { splitAtSign } from './processes.ts';

/** Worktrees as git lists them, the main one first. `branch` is without `refs/heads/`; null if detached. */
export interface Worktree {
  readonly path: string;
  readonly branch: string | null;
  readonly bare: boolean;
  readonly prunable: boolean;
}

/** Timeout in milliseconds: a repository may be on a dead network file system. */
const TIMEOUT_MS = 5000;

/**
 * All worktrees around a folder. Empty without a repository or git, or after a timeout, since no result depends on them alone. Omits
 * worktrees that do not name this repository: it may come from anywhere and list any folder.
 */
export async function worktreesOf(folder: string, git = 'git'): Promise<Worktree[]> {
  const top = aroundOf(folder);
  if (top === null) return [];
  const alone = onlyWorktree(top);
  if (alone !== null) return [alone];
  const list = ['-C', folder, 'worktree', 'list', '--porcelain'];
  const { code, out } = await answerOf(git, [...list, '-z']);
  if (code !== USAGE) return code === 0 ? mutuallyLinked(parseWorktrees(out, '\0')) : [];
  const older = await answerOf(git, list);
  return older.code === 0 ? mutuallyLinked(parseWorktrees(older.out, '\n')) : [];
}

/** Nearest folder with `.git`, or `HEAD` (bare); null if none. Cheaper than starting git. */
function aroundOf(folder: string): string | null {
  const isThere = (path: string) => orNull(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined;
  let at = orNull(() => realpathSync(folder));
  while (at !== null && !isThere(join(at, '.git')) && !isThere(join(at, 'HEAD')))
    at = dirname(at) === at ? null : dirname(at);
  return at;
}

/** The only worktree of a plain repository, without starting git. Null if only git can tell. */
function onlyWorktree(top: string): Worktree | null {
  const at = join(top, '.git');
  if (orNull(() => lstatSync(at))?.isDirectory() !== true) return null;
  const names = new Set(orNull(() => readdirSync(at)));
  if (names.has('worktrees') || names.has('commondir') || !names.has('objects') || !names.has('refs')) return null;
  const [head, config] = ['HEAD', 'config'].map((name) => orNull(() => readFileSync(join(at, name), 'utf8')));
  const isElsewhere = /worktree|include|\bbare\b(?!\s*=\s*false\s*$)/im.test(config ?? 'bare');
  // Repositories with reftables have an invalid branch in this file.
  const [, branch = null] = /^ref: refs\/heads\/([^.\s]\S*)\n$/.exec(head ?? '') ?? [];
  const isDetached = /^[\da-f]{40,64}\n$/.test(head ?? '');
  return isElsewhere || (branch === null && !isDetached) ? null : { path: top, branch, bare: false, prunable: false };
}

/** Git's exit code for unknown flags: versions before 2.36 have no -z. */
const USAGE = 129;

/** `code` is null if git is missing or timed out. */
function answerOf(
  git: string,
  ask: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(git, ask, { timeout: TIMEOUT_MS, maxBuffer: 2 ** 24, windowsHide: true }, (error, out) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : null, out }),
    );
  });
}

function mutuallyLinked(all: readonly Worktree[]): Worktree[] {
  const [main, ...others] = all;
  if (main === undefined) return [];
  const own = main.bare ? orNull(() => realpathSync(main.path)) : repositoryOf(main.path);
  return [main, ...others.filter(({ path, prunable }) => !prunable && own !== null && repositoryOf(path) === own)];
}

function repositoryOf(path: string): string | null {
  return orNull(() => {
    const at = join(path, '.git');
    if (statSync(at).isDirectory()) return realpathSync(at);
    const folder = resolvePath(path, /^gitdir: (.+)$/m.exec(readFileSync(at, 'utf8'))?.[1] ?? '');
    const common = orNull(() => readFileSync(join(folder, 'commondir'), 'utf8').trim());
    return realpathSync(common === null ? folder : resolvePath(folder, common));
  });
}

/** Parses `git worktree list --porcelain`. With -z, paths may contain line feeds. */
export function parseWorktrees(text: string, end: '\n' | '\0'): Worktree[] {
  return text.split(`${end}${end}`).flatMap((block) => {
    const facts = new Map(block.split(end).map((line) => splitAtSign(line, ' ')));
    const path = facts.get('worktree');
    if (path === undefined || path === '') return [];
    const branch = facts.get('branch')?.replace(/^refs\/heads\//, '') ?? null;
    return [{ path, branch, bare: facts.has('bare'), prunable: facts.has('prunable') }];
  });
}
