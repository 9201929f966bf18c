import type { Kind, Site } from '../../stores/kind.ts';
import { kindOfSite } from '../survey/kind-of.ts';

/** The names of files in a pack: each store in a folder of its kind, as a store that is found there once it was taken out. */
export function packNames(kinds: readonly Kind[], sites: readonly Site[]): (site: Site, path: string) => string {
  const folders = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const site of sites) {
    if (folders.has(keyOf(site))) continue;
    const number = (counts.get(site.kind) ?? 0) + 1;
    counts.set(site.kind, number);
    const inner = kindOfSite(kinds, site).layout.rootName?.(site.shape) ?? null;
    folders.set(keyOf(site), `${site.kind}${number === 1 ? '' : `-${number}`}${inner === null ? '' : `/${inner}`}`);
  }
  return (site, path) => `${folders.get(keyOf(site))}/${path}`;
}

/** Several sites may be of one store: files that were given one by one. */
function keyOf({ kind, root, shape }: Site): string {
  return `${kind}\0${shape}\0${root}`;
}
