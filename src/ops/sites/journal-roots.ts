import { dirname, join, resolve } from 'node:path';
import type { ReadDisk } from '../../io/disk.ts';
import { JOURNAL } from '../../io/journal/journal.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind } from '../../stores/kind.ts';
import { findSites, type SitesWish } from './find-sites.ts';
import { existsAt } from './given.ts';

/** A root whose journal may be asked: its real path, and as it was given. */
export interface JournalRoot {
  readonly root: string;
  readonly as: string;
}

/**
 * Where the runs of some stores are journalled, each root once. A path that is not a store any more, because a run took the last
 * conversation out of it, is known by the nearest journal above it. Throws Failure as `findSites` does.
 */
export async function journalRoots(wish: SitesWish, disk: ReadDisk, kinds: readonly Kind[]): Promise<JournalRoot[]> {
  const given = wish.roots.length === 0 ? [[]] : wish.roots.map((root) => [root]);
  const roots = new Map<string, string>();
  for (const some of given)
    for (const root of await rootsAt({ ...wish, roots: some }, disk, kinds)) {
      const real = disk.realpath(root);
      if (!roots.has(real)) roots.set(real, root);
    }
  return Array.from(roots, ([root, as]) => ({ root, as }));
}

async function rootsAt(wish: SitesWish, disk: ReadDisk, kinds: readonly Kind[]): Promise<string[]> {
  try {
    const { sites } = await findSites(wish, disk, kinds);
    return sites.map(({ root }) => root);
  } catch (error) {
    const [root] = wish.roots;
    if (root === undefined || !(error instanceof Failure)) throw error;
    const journalled = journalAbove(disk, resolve(wish.around.cwd, root));
    if (journalled === null) throw error;
    return [journalled];
  }
}

function journalAbove(disk: ReadDisk, path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    if (existsAt(disk, join(at, JOURNAL, 'runs'))) return at;
    if (dirname(at) === at) return null;
  }
}
