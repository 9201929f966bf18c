import type { ReadDisk } from '../../io/disk.ts';
import { foldersOf } from '../../model/check-change.ts';
import { Failure } from '../../model/failure.ts';
import type { FileRange } from '../../model/plan.ts';
import type { SharedEntries } from '../../stores/kind.ts';
import type { PackedStore } from './packed-stores.ts';

/** One conversation of a pack: all its files, by their paths below the root. */
export interface PackedUnit {
  readonly scope: string;
  readonly id: string;
  /** The file that it is known by last, so that it is never there without what belongs to it. */
  readonly files: readonly (readonly [path: string, range: FileRange])[];
  /** The known path. */
  readonly path: string;
}

/** A shared file of a pack, with its entries for the conversations. */
export interface PackedShared {
  readonly scope: string;
  readonly role: string;
  readonly path: string;
  readonly range: FileRange;
}

/**
 * Units of a packed store. Throws Failure `refused` for a file that belongs to no conversation: a pack brings no
 * settings, and nothing that a program would execute.
 */
export function packedUnits(
  { kind, site, files, mains }: PackedStore,
  entries: SharedEntries | undefined,
  pack: string,
): { readonly units: readonly PackedUnit[]; readonly shared: readonly PackedShared[] } {
  const found = new Map<string, { scope: string; id: string; files: [string, FileRange][] }>();
  const shared: PackedShared[] = [];
  for (const [path, range] of files) {
    const place = site === null ? null : kind.layout.place(site, path, 'file');
    if (place?.type === 'part') {
      const { scope, id } = place;
      const key = JSON.stringify([scope, id]);
      const unit = found.get(key) ?? { scope, id, files: [] };
      unit.files.push([path, range]);
      found.set(key, unit);
    } else if (place?.type === 'shared' && entries?.roles.includes(place.role) === true)
      shared.push({ scope: place.scope ?? '', role: place.role, path, range });
    else throw noConversation(pack, path, kind);
  }
  const units = [...found.values()].map((unit): PackedUnit => {
    const isMain = ([path]: readonly [string, unknown]) => mains.has(path);
    const files = [...unit.files.filter((each) => !isMain(each)), ...unit.files.filter(isMain)];
    // Files of a folder conversation are below its name.
    const folders = () => files.flatMap(([path]) => foldersOf(path)).find((folder) => mains.has(folder));
    const main = files.findLast(isMain)?.[0] ?? folders();
    return { ...unit, files, path: main ?? files[0]?.[0] ?? '' };
  });
  return { units: units.sort((a, b) => (a.path < b.path ? -1 : 1)), shared };
}

/**
 * Throws Failure `refused` as `packedUnits` does, for stores of which all goes into a folder; of files that were given one by one, each
 * must be recognised as a conversation by its name and its first bytes.
 */
export async function refuseOtherFiles(disk: ReadDisk, stores: readonly PackedStore[], pack: string): Promise<void> {
  for (const store of stores) {
    const { kind, name, site, files } = store;
    if (site !== null) packedUnits(store, await kind.entries?.(), pack);
    const names = [...files.keys()];
    const above = [{ path: `/${name}`, names }];
    for (const [path, { file, at, size }] of site === null ? files : []) {
      const head = disk.read(file, Math.min(size, HEAD), at);
      const found = kind.layout.recognise({ path: `/${name}/${path}`, type: 'file', names: [], head, above });
      if (found?.shape !== 'file' || found.file !== path) throw noConversation(pack, path, kind);
    }
  }
}

/** Bytes by which a file is recognised. */
const HEAD = 4096;

function noConversation(pack: string, path: string, { name }: PackedStore['kind']): Failure {
  return new Failure(
    'refused',
    `${pack} holds ${JSON.stringify(path)}, which is no file of a conversation of ${name}`,
    'Nothing was written.',
  );
}
