import { dirname, join } from 'node:path';
import { statOf } from '../io/disk/look.ts';
import type { ReadDisk } from '../io/disk.ts';
import { worktreesOf } from '../io/worktrees.ts';
import type { Checkout } from '../model/checkout.ts';

/** Answers which working copy a root lies in; git is asked once for each root. */
export function checkouts(disk: ReadDisk): (root: string) => Promise<Checkout | null> {
  const known = new Map<string, Promise<Checkout | null>>();
  return (root) => {
    const checkout = known.get(root) ?? checkoutOf(disk, root);
    known.set(root, checkout);
    return checkout;
  };
}

/** As git knows it; null outside a repository, or without git. */
async function checkoutOf(disk: ReadDisk, root: string): Promise<Checkout | null> {
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
