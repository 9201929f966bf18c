import { dirname } from 'node:path';
import { realAt } from '../../io/disk/seen-file.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { pathsFor } from '../resolve-ids.ts';
import { findSites, recogniseAt, type SitesOptions } from './find-sites.ts';
import { existsAt } from './given.ts';
import { rememberingNames } from './remembering-names.ts';

/**
 * Roots for words that are all paths of conversations outside the usual places; null for other words. Throws Failure
 * like `findSites`.
 */
export async function rootsOfPaths(
  options: SitesOptions,
  given: ReadDisk,
  kinds: readonly Kind[],
  words: readonly string[],
): Promise<string[] | null> {
  const disk = rememberingNames(given);
  const asked = kinds.filter(({ name }) => options.kind === null || name === options.kind);
  const sites = words.map((word) => siteOf(disk, asked, pathsFor(word, options.around.cwd)));
  if (sites.length === 0 || sites.includes(null)) return null;
  const usual = (await findSites({ ...options, allowEmpty: true }, disk, kinds)).sites.map(({ root }) =>
    realAt(disk, root),
  );
  const others = sites.flatMap((site) => (site === null || usual.includes(realAt(disk, site.root)) ? [] : [site]));
  return others.length < sites.length ? null : [...new Set(others.map((site) => rootOf(disk, asked, site)))];
}

/** The store of the first existing path, or of a folder above it where the path itself says nothing. */
function siteOf(disk: ReadDisk, kinds: readonly Kind[], paths: readonly string[]): Site | null {
  const path = paths.find((each) => existsAt(disk, each));
  for (let at = path ?? '/'; at !== dirname(at); at = dirname(at)) {
    const site = recogniseAt(disk, kinds, at);
    if (site !== null && path?.startsWith(`${site.root}/`)) return site;
  }
  return null;
}

/** All of the store; of a file that is none by its folder, the file. */
function rootOf(disk: ReadDisk, kinds: readonly Kind[], { root, file }: Site): string {
  const isStore = recogniseAt(disk, kinds, root)?.root === root;
  return isStore || file === null ? root : `${root}/${file}`;
}
