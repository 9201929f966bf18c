import { dirname, resolve } from 'node:path';
import type { ReadDisk } from '../../io/disk.ts';
import { JOURNAL } from '../../io/journal/journal.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import { isAtOrBelow } from '../../model/path.ts';
import type { HostEnvironment, Site } from '../../stores/kind.ts';
import type { ReadContext } from '../reading.ts';
import { askedKinds, findSites, type SitesOptions } from '../sites/find-sites.ts';
import { candidateAt, existsAt } from '../sites/given.ts';
import { storeAround } from '../sites/store-around.ts';
import { pathFromArgument } from '../user-files.ts';
import type { PackedStore } from './packed-stores.ts';

export interface TargetOptions {
  readonly root: string | null;
  readonly around: Omit<HostEnvironment, 'worktrees'>;
}

export interface Target {
  readonly site: Site;
  /** True for a new store, whose root is created. */
  readonly isNew: boolean;
}

/** The store for a packed one: the named one, else the usual one. Throws Failure. */
export async function targetOf(
  { disk, kinds }: Omit<ReadContext, 'sites'>,
  { name, kind, site: packed }: PackedStore,
  { root, around }: TargetOptions,
): Promise<Target> {
  if (packed === null || packed.shape === 'file')
    throw new Failure(
      'usage',
      `what is packed as ${name} was given file by file, and says no store that it belongs in`,
      OUTPUT_HINT,
    );
  const { shape } = packed;
  const made = root === null ? newPlace(kind, around) : pathFromArgument(around.cwd, root);
  if (root !== null && made !== null && isVacant(disk, made)) {
    refuseInStore({ disk, kinds }, kind, made, around);
    return newStore(disk, packed, made);
  }
  const roots = root === null ? [] : [root];
  const found = await findSites({ roots, ofKinds: [kind.name], around, onlyHere: true, allowEmpty: true }, disk, kinds);
  const like = found.sites.filter((site) => site.shape === shape && site.file === null);
  const [first, second] = like;
  if (second !== undefined)
    throw new Failure(
      'usage',
      `there are several ${kind.name} stores: ${like.map((site) => site.root).join(', ')}`,
      'Name one with --root.',
    );
  if (first !== undefined) return { site: { ...first, scope: null }, isNew: false };
  const [other] = found.sites;
  if (other !== undefined)
    throw new Failure(
      'usage',
      `${other.root} is laid out otherwise than the ${kind.name} store in the pack (${other.shape}, not ${shape})`,
      OUTPUT_HINT,
    );
  if (made === null)
    throw new Failure(
      'usage',
      `there is no ${kind.name} store here to unpack into`,
      'Name one with --root, or a folder with --output.',
    );
  return newStore(disk, packed, made, around.home);
}

const OUTPUT_HINT = 'Name a folder with --output DIR.';

/** Path at which a program would make its store; null if it does so in its working folder. */
function newPlace({ layout }: PackedStore['kind'], around: TargetOptions['around']): string | null {
  const homes = layout
    .homes({ ...around, cwd: '/', worktrees: [] })
    .flat()
    .map((path) => resolve('/', path));
  return homes.find((path) => dirname(path) !== '/') ?? null;
}

/** Places of programs that delete conversations, and whose home is gone; none where a store is named. */
export function vacantHomes({ disk, kinds, sites }: ReadContext, { roots, around, ...asked }: SitesOptions): Site[] {
  if (roots.length > 0) return [];
  return askedKinds(kinds, asked).flatMap((kind) => {
    const isThere = sites.some((site) => site.kind === kind.name);
    const root = isThere || KIND_TABLE[kind.name].deletes === null ? null : newPlace(kind, around);
    if (root === null || !isVacant(disk, root)) return [];
    return [{ kind: kind.name, root, shape: 'home', scope: null, file: null }];
  });
}

function isVacant(disk: ReadDisk, path: string): boolean {
  if (!existsAt(disk, path)) return true;
  const { type, names } = candidateAt(disk, path);
  return type === 'folder' && names.every((name) => name === JOURNAL);
}

/** Throws Failure `refused` for a new store inside another store, or at another kind's place. */
function refuseInStore(
  { disk, kinds }: Omit<ReadContext, 'sites'>,
  kind: PackedStore['kind'],
  path: string,
  around: TargetOptions['around'],
): void {
  const others = { disk, kinds: kinds.filter((each) => each !== kind), sites: [] };
  const own = { disk, kinds: [kind], sites: [] };
  const why =
    storeAround(others, around, { path, type: 'folder' }) ??
    storeAround(own, around, { path: dirname(path), type: 'folder' });
  if (why !== null) throw new Failure('refused', `${path} ${why}`, 'Name a path outside of every other store.');
}

/** A new store. `home`: missing folders below it are created, as the program does. */
function newStore(disk: ReadDisk, packed: Site, path: string, home: string | null = null): Target {
  const above = dirname(path);
  const isMade = home !== null && isAtOrBelow(above, home) && existsAt(disk, home);
  if (!isMade && !existsAt(disk, above))
    throw new Failure('usage', `the folder ${above} does not exist`, 'Make it first, or name another with --root.');
  return { site: { ...packed, root: path }, isNew: !existsAt(disk, path) };
}
