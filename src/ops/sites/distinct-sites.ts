import { unless } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { foldersOf } from '../../model/check-change.ts';
import type { Site } from '../../stores/kind.ts';

/** The sites in their order, without those that another one covers: the same root, whatever its name, and all of its scope. */
export function distinctSites(disk: ReadDisk, sites: readonly Site[]): Site[] {
  const keyOf = keys(disk);
  const first = new Map<string, Site>();
  for (const site of sites) {
    const key = keyOf(site);
    if (!first.has(key)) first.set(key, site);
  }
  return [...first.values()].filter((site) => !wider(site).some((each) => first.has(keyOf(each))));
}

/** What sets the sites of one store apart, and those of others. */
function keys(disk: ReadDisk): (site: Site) => string {
  const known = new Map<string, string>();
  const realOf = (root: string): string => {
    const real = known.get(root) ?? unless(['ENOENT', 'EACCES'], () => disk.realpath(root)) ?? root;
    known.set(root, real);
    return real;
  };
  return ({ kind, shape, root, scope, file }) => JSON.stringify([kind, shape, realOf(root), scope, file]);
}

/** All sites that would cover this one. */
function wider(site: Site): Site[] {
  const all = upTo(site.scope).flatMap((scope) => upTo(site.file).map((file) => ({ ...site, scope, file })));
  return all.filter(({ scope, file }) => scope !== site.scope || file !== site.file);
}

/** Also scopes above it: `org` holds `org/repo`. */
function upTo(path: string | null): (string | null)[] {
  return path === null ? [null] : [null, ...foldersOf(path), path];
}
