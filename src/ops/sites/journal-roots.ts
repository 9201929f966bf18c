import { dirname, join, resolve } from 'node:path';
import type { ReadDisk } from '../../io/disk.ts';
import { JOURNAL } from '../../io/journal/journal.ts';
import { Failure } from '../../model/failure.ts';
import type { Kind } from '../../stores/kind.ts';
import { findSites, type SitesOptions } from './find-sites.ts';
import { existsAt } from './given.ts';

/** Roots with journals, and their spelling. */
export interface JournalRoots {
  /** Real paths. */
  readonly roots: readonly string[];
  /** A root as given. */
  spell(root: string): string;
}

/**
 * Roots with journals of some stores, each once. A path whose last conversation a run removed is found by the nearest
 * journal above. Throws Failure like `findSites`.
 */
export async function journalRoots(
  options: SitesOptions,
  disk: ReadDisk,
  kinds: readonly Kind[],
): Promise<JournalRoots> {
  const given = options.roots.length === 0 ? [[]] : options.roots.map((root) => [root]);
  const found = new Map<string, string>();
  for (const some of given)
    for (const root of await rootsAt({ ...options, roots: some }, disk, kinds)) {
      const real = disk.realpath(root);
      if (!found.has(real)) found.set(real, root);
    }
  return { roots: [...found.keys()], spell: (root) => found.get(root) ?? root };
}

async function rootsAt(options: SitesOptions, disk: ReadDisk, kinds: readonly Kind[]): Promise<string[]> {
  try {
    const { sites } = await findSites(options, disk, kinds);
    return sites.map(({ root }) => root);
  } catch (error) {
    const [root] = options.roots;
    if (root === undefined || !(error instanceof Failure)) throw error;
    const journalled = journalAbove(disk, resolve(options.around.cwd, root));
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
