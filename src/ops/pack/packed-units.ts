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
  /** The path that a person knows it by. */
  readonly path: string;
}

/** A shared file of a pack, with what it says of the conversations. */
export interface PackedShared {
  readonly scope: string;
  readonly role: string;
  readonly path: string;
  readonly range: FileRange;
}

/**
 * What a packed store is made of. Throws Failure `refused` for a file that is no conversation's: a pack never brings settings, or
 * what a program would carry out.
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
    if (place?.is === 'part') {
      const { scope, id } = place;
      const key = JSON.stringify([scope, id]);
      const unit = found.get(key) ?? { scope, id, files: [] };
      unit.files.push([path, range]);
      found.set(key, unit);
    } else if (place?.is === 'shared' && entries?.roles.includes(place.role) === true)
      shared.push({ scope: place.scope ?? '', role: place.role, path, range });
    else
      throw new Failure(
        'refused',
        `${pack} holds ${JSON.stringify(path)}, which is no file of a conversation of ${kind.name}`,
        'Nothing was written.',
      );
  }
  const units = [...found.values()].map((unit): PackedUnit => {
    const isMain = ([path]: readonly [string, unknown]) => mains.has(path);
    const files = [...unit.files.filter((each) => !isMain(each)), ...unit.files.filter(isMain)];
    // Of a folder that is a conversation, the files are below what it is known by.
    const folders = () => files.flatMap(([path]) => foldersOf(path)).find((folder) => mains.has(folder));
    const main = files.findLast(isMain)?.[0] ?? folders();
    return { ...unit, files, path: main ?? files[0]?.[0] ?? '' };
  });
  return { units: units.sort((a, b) => (a.path < b.path ? -1 : 1)), shared };
}
