import { join } from 'node:path';
import { changedFiles, type Variables } from '../../io/changed-files.ts';
import { digestOf } from '../../io/disk/digest.ts';
import { orNull } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { KindName } from '../../model/kinds.ts';
import type { Site } from '../../stores/kind.ts';
import { type ReadContext, unitKey } from '../reading.ts';

/** A unit by names that are equal on every machine; `scope` is null for a whole store, `id` for the scope itself. */
export interface Key {
  readonly kind: KindName;
  readonly scope: string | null;
  readonly id: string | null;
}

export interface UnitFilter {
  /** True for a unit, or a whole scope; `entries` are its files on disk. */
  has(key: Key, site: Site, entries: readonly WalkEntry[]): boolean;
  /** True if an unreadable folder may hold units of the part. */
  unseen(key: Key): boolean;
}

/** Chosen units, by store and scope, because an id may be in several. Every scope itself is included. */
export class ChosenUnits implements UnitFilter {
  readonly #keys = new Set<string>();

  add(site: Site, scope: string, id: string): void {
    this.#keys.add(unitKey(site, scope, id));
  }

  has({ scope, id }: Key, site: Site): boolean {
    return id === null || this.#keys.has(unitKey(site, scope ?? '', id));
  }

  unseen(): boolean {
    return true;
  }
}

/** Part `index` of `of`, from 1, by a hash of the key: each unit is in exactly one of all parts. */
function shardOf({ index, of }: { readonly index: number; readonly of: number }): UnitFilter {
  const has = (key: Key): boolean => Math.floor(hashOf('shard', key) * of) === index - 1;
  return { has, unseen: has };
}

/** A sample of the units, equal in every run. `share` is from 0 to 1; a larger sample includes a smaller one. */
function sampleOf(share: number): UnitFilter {
  return { has: (key) => key.id !== null && hashOf('sample', key) < share, unseen: () => true };
}

/** Units, and shared files, with a file changed since these Unix seconds. */
function changedSince(disk: ReadDisk, from: number): UnitFilter {
  return {
    has: (_, site, entries) => entries.some(({ path }) => isSince(disk, join(site.root, path), from)),
    unseen: () => true,
  };
}

/** Units, and shared files, with a file among these absolute paths without links. */
function ofChangedFiles(disk: ReadDisk, paths: ReadonlySet<string>): UnitFilter {
  const roots = new Map<string, string>();
  const realRoot = ({ root }: Site): string => {
    const real = roots.get(root) ?? disk.realpath(root);
    roots.set(root, real);
    return real;
  };
  return {
    has: (_, site, entries) => entries.some(({ path }) => paths.has(join(realRoot(site), path))),
    unseen: () => true,
  };
}

function inAll(filters: readonly UnitFilter[]): UnitFilter | null {
  if (filters.length === 0) return null;
  return {
    has: (key, site, entries) => filters.every((each) => each.has(key, site, entries)),
    unseen: (key) => filters.every((each) => each.unseen(key)),
  };
}

/** A number from 0 to below 1 that depends only on use and key. */
function hashOf(use: string, { kind, scope, id }: Key): number {
  const text = [use, kind, scope ?? '', id === null ? 'scope' : `unit\0${id}`].join('\0');
  return Number.parseInt(digestOf(new TextEncoder().encode(text)).slice(0, 12), 16) / 2 ** 48;
}

/** True for a file changed since these Unix seconds, and for an unreadable one. */
function isSince(disk: ReadDisk, path: string, from: number): boolean {
  return orNull(() => disk.stat(path).mtimeMs / 1000 >= from) ?? true;
}

interface PartOptions {
  /** Changed since Unix seconds, or since a commit of each store's repository. `vars`: git's environment. */
  readonly since: { readonly time: number } | { readonly ref: string; readonly vars: Variables } | null;
  readonly share: number | null;
  readonly shard: { readonly index: number; readonly of: number } | null;
}

/** A part of the stores; null for all. Throws Failure for an unusable commit. */
export async function unitFilter(
  { disk, sites }: ReadContext,
  { since, share, shard }: PartOptions,
): Promise<UnitFilter | null> {
  const all: UnitFilter[] = [];
  if (share !== null) all.push(sampleOf(share));
  if (shard !== null) all.push(shardOf(shard));
  if (since !== null && 'time' in since) all.push(changedSince(disk, since.time));
  if (since !== null && 'ref' in since) {
    const paths = new Set<string>();
    for (const { root } of sites)
      for (const path of await changedFiles(disk.realpath(root), since.ref, since.vars)) paths.add(path);
    all.push(ofChangedFiles(disk, paths));
  }
  return inAll(all);
}
