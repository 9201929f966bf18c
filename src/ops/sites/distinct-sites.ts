import { unless } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { Site } from '../../stores/kind.ts';

/** The sites in their order, without those that another one covers: the same root, whatever its name, and all of its scope. */
export function distinctSites(disk: ReadDisk, sites: readonly Site[]): Site[] {
  const known = sites.map((site) => ({
    site,
    real: unless(['ENOENT', 'EACCES'], () => disk.realpath(site.root)) ?? site.root,
  }));
  return known
    .filter((each, n) => !known.some((other, m) => covers(other, each) && (m < n || !covers(each, other))))
    .map(({ site }) => site);
}

interface Known {
  readonly site: Site;
  readonly real: string;
}

function covers(a: Known, b: Known): boolean {
  if (a === b || a.real !== b.real || a.site.kind !== b.site.kind || a.site.shape !== b.site.shape) return false;
  return within(a.site.scope, b.site.scope) && within(a.site.file, b.site.file);
}

/** Also below it: a scope may hold others, as `org` does `org/repo`. */
function within(all: string | null, one: string | null): boolean {
  return all === null || all === one || (one?.startsWith(`${all}/`) ?? false);
}
