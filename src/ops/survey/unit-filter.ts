import { join } from 'node:path';
import { changedFiles, type Variables } from '../../io/changed-files.ts';
import { digestOf } from '../../io/disk/digest.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { KindName } from '../../model/conversation.ts';
import type { Site } from '../../stores/kind.ts';
import type { Reading } from '../reading.ts';

/** A unit of a store by its names, which are the same on every machine; `scope` null for a whole store. */
export interface Key {
  readonly kind: KindName;
  readonly scope: string | null;
  /** Null for the scope itself. */
  readonly id: string | null;
}

/** A part of the units of the stores. Of several filters that together are all, each unit is in exactly one. */
export interface UnitFilter {
  /** Is this unit, or what concerns this scope as a whole, in it; `entries` are its files on disk. */
  has(key: Key, site: Site, entries: readonly WalkEntry[]): boolean;
  /** Is a folder in it that nobody could look into: any unit may be there. */
  unseen(key: Key): boolean;
}

/** One of `of` parts, counted from 1, by a hash of the key. */
function shardOf({ index, of }: { readonly index: number; readonly of: number }): UnitFilter {
  const has = (key: Key): boolean => Math.floor(hashOf('shard', key) * of) === index - 1;
  return { has, unseen: has };
}

/** About this share of the units, from 0 to 1: always the same ones, and with a larger share those and others. */
function sampleOf(share: number): UnitFilter {
  return { has: (key) => key.id !== null && hashOf('sample', key) < share, unseen: () => true };
}

/** Units, and shared files, of which a file was changed at this time or later, in Unix seconds. */
function changedSince(disk: ReadDisk, from: number): UnitFilter {
  return {
    has: (_, site, entries) => entries.some(({ path }) => isSince(disk, join(site.root, path), from)),
    unseen: () => true,
  };
}

/** Units, and shared files, of which a file is among these absolute paths without links. */
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

/** The units that all of these filters have; null where there are none, for everything. */
function inAll(filters: readonly UnitFilter[]): UnitFilter | null {
  if (filters.length === 0) return null;
  return {
    has: (key, site, entries) => filters.every((each) => each.has(key, site, entries)),
    unseen: (key) => filters.every((each) => each.unseen(key)),
  };
}

/** A number from 0 up to 1 that depends on the key alone. */
function hashOf(use: string, { kind, scope, id }: Key): number {
  const text = [use, kind, scope ?? '', id === null ? 'scope' : `unit\0${id}`].join('\0');
  return Number.parseInt(digestOf(new TextEncoder().encode(text)).slice(0, 12), 16) / 2 ** 48;
}

/** An unreadable file counts as changed. */
function isSince(disk: ReadDisk, path: string, from: number): boolean {
  try {
    return disk.stat(path).mtimeMs / 1000 >= from;
  } catch {
    return true;
  }
}

interface PartOptions {
  /** Changed since Unix seconds, or since a commit of each store's repository. `vars` is git's environment. */
  readonly since: { readonly time: number } | { readonly ref: string; readonly vars: Variables } | null;
  readonly share: number | null;
  readonly shard: { readonly index: number; readonly of: number } | null;
}

/** The choice of a part of the stores; null for all of them. Throws Failure for a commit that cannot be compared with. */
export async function choose(
  { disk, sites }: Reading,
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
