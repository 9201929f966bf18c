import { dirname, join } from 'node:path';
import { statOf } from '../io/disk/look.ts';
import type { ReadDisk } from '../io/disk.ts';
import { worktreesOf } from '../io/worktrees.ts';
import type { Checkout } from '../model/checkout.ts';

/** The working copy that a root lies in, as git knows it; null outside a repository, or without git. */
export async function checkoutOf(disk: ReadDisk, root: string): Promise<Checkout | null> {
  const real = disk.realpath(root);
  const top = topOf(disk, real);
  if (top === null) return null;
  const mine = (await worktreesOf(top)).find(({ path }) => path === top);
  return mine === undefined ? null : { worktree: mine.path, branch: mine.branch };
}

/** The nearest folder upward that holds `.git`: most stores lie in none, and git need not be asked. */
function topOf(disk: ReadDisk, path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    if (statOf(disk, join(at, '.git')) !== null) return at;
    if (dirname(at) === at) return null;
  }
}
