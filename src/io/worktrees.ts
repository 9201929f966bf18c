import { execFile } from 'node:child_process';

/** One working copy of a repository, as git lists it; the main one comes first. */
export interface Worktree {
  /** Absolute. */
  readonly path: string;
  /** Without `refs/heads/`; null when none is checked out. */
  readonly branch: string | null;
  readonly bare: boolean;
  /** True when git would let go of it: its folder is gone. */
  readonly prunable: boolean;
}

/** Milliseconds that git is given: a repository on a dead network file system must not hold us up. */
const PATIENCE = 5000;

/**
 * All worktrees of the repository that `folder` lies in. None when it lies in none, or git is missing, refuses or takes too
 * long: worktrees explain who shares a store, and no answer depends on them alone.
 */
export function worktreesOf(folder: string, git = 'git'): Promise<Worktree[]> {
  const ask = ['-C', folder, 'worktree', 'list', '--porcelain'];
  return new Promise((resolve) => {
    execFile(git, ask, { timeout: PATIENCE, maxBuffer: 2 ** 24, windowsHide: true }, (error, out) =>
      resolve(error === null ? parseWorktrees(out) : []),
    );
  });
}

/** Reads the answer of `git worktree list --porcelain`: blocks of `key value` lines, a blank line between. */
export function parseWorktrees(text: string): Worktree[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const facts = new Map(block.split('\n').map((line) => keyed(line)));
    const path = facts.get('worktree');
    if (path === undefined || path === '') return [];
    const branch = facts.get('branch')?.replace(/^refs\/heads\//, '') ?? null;
    return [{ path, branch, bare: facts.has('bare'), prunable: facts.has('prunable') }];
  });
}

function keyed(line: string): readonly [string, string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
}
