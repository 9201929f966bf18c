import type { ReadDisk } from '../../io/disk.ts';
import { grouped } from '../../model/collections.ts';
import { Failure } from '../../model/failure.ts';
import { foldersAbove, relativeBelow } from '../../model/path.ts';
import type { FileRange } from '../../model/plan.ts';
import { PACK_MANIFEST } from '../../model/seal.ts';
import type { CandidatePath, Kind, SharedEntries, Site } from '../../stores/kind.ts';
import type { ReadPack } from './pack-file.ts';

export interface PackedStore {
  readonly name: string;
  readonly kind: Kind;
  /** The store in the pack, whose root is `/`; null if nothing shows its layout. */
  readonly site: Site | null;
  readonly files: ReadonlyMap<string, FileRange>;
  /** Known paths of conversations below the root. */
  readonly mains: ReadonlySet<string>;
}

/** The stores in a pack, each in a folder of its kind. Throws Failure `refused` for anything else. */
export function packedStores({ file, files, conversations }: ReadPack, kinds: readonly Kind[]): PackedStore[] {
  const tree = treeOf(files.keys());
  const filesIn = grouped([...files].map(([path, range]) => [packFolder(path), [path, range] as const]));
  const mainsIn = grouped(conversations.map(({ path }) => [packFolder(path), path]));
  const tops = [...(tree.get('/') ?? [])].filter((name) => name !== PACK_MANIFEST).sort();
  return tops.map((name) => {
    const kind = kinds.find((each) => new RegExp(`^${each.name}(?:-[1-9]\\d*)?$`).test(name));
    if (kind === undefined || !tree.has(`/${name}`))
      throw new Failure(
        'refused',
        `${file} holds ${JSON.stringify(name)}, which is no store that convo knows`,
        NOTHING_WRITTEN,
      );
    const site = siteIn(kind, tree, `/${name}`);
    const root = site?.root.slice(1) ?? name;
    const below = filesIn.get(name) ?? [];
    const odd = below.find(([path]) => relativeBelow(path, root) === null);
    if (odd !== undefined)
      throw new Failure('refused', `${file} holds ${JSON.stringify(odd[0])}, which is in no store`, NOTHING_WRITTEN);
    return {
      name,
      kind,
      site,
      files: new Map(below.map(([path, range]) => [path.slice(root.length + 1), range])),
      mains: new Set((mainsIn.get(name) ?? []).flatMap((path) => relativeBelow(path, root) ?? [])),
    };
  });
}

export function packFolder(path: string): string {
  return path.slice(0, Math.max(path.indexOf('/'), 0));
}

const NOTHING_WRITTEN = 'Nothing was written.';

function treeOf(paths: Iterable<string>): Map<string, Set<string>> {
  const tree = new Map<string, Set<string>>();
  for (const path of paths) {
    let folder = '';
    for (const name of path.split('/')) {
      const names = tree.get(folder || '/') ?? new Set();
      tree.set(folder || '/', names.add(name));
      folder = `${folder}/${name}`;
    }
  }
  return tree;
}

/** The store in a folder, or in a folder below whose name a root usually has. */
function siteIn(kind: Kind, tree: ReadonlyMap<string, ReadonlySet<string>>, path: string): Site | null {
  const inside = (folder: string) => [...(tree.get(folder) ?? [])].sort();
  const candidate = (at: string, above: CandidatePath['above']): CandidatePath => ({
    path: at,
    type: 'folder',
    names: inside(at),
    head: new Uint8Array(),
    above,
    inside,
  });
  const top = { path: '/', names: inside('/') };
  const inner = inside(path).filter((name) => name.startsWith('.'));
  const all = [
    candidate(path, [top]),
    ...inner.map((name) => candidate(`${path}/${name}`, [{ path, names: inside(path) }, top])),
  ];
  for (const each of all) {
    const site = kind.layout.recognise(each);
    if (site?.kind === kind.name && site.root.startsWith(path)) return { ...site, scope: null, file: null };
  }
  return null;
}

export interface PackedUnit {
  readonly scope: string;
  readonly id: string;
  /** Files of the conversation, its main file last: programs never see it without its companions. */
  readonly files: readonly (readonly [path: string, range: FileRange])[];
  readonly path: string;
}

export interface PackedShared {
  readonly scope: string;
  readonly role: string;
  readonly path: string;
  readonly range: FileRange;
}

/** A pack brings no settings and nothing executable: throws Failure `refused` for a file of no conversation. */
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
    // Files of a folder conversation are below its path.
    const folders = () => files.flatMap(([path]) => foldersAbove(path)).find((folder) => mains.has(folder));
    const main = files.findLast(isMain)?.[0] ?? folders();
    return { ...unit, files, path: main ?? files[0]?.[0] ?? '' };
  });
  return { units: units.sort((a, b) => (a.path < b.path ? -1 : 1)), shared };
}

/** Checks files of a store that were given one by one, by name and first bytes. */
export async function refuseOtherFiles(disk: ReadDisk, stores: readonly PackedStore[], pack: string): Promise<void> {
  for (const store of stores) {
    const { kind, name, site, files } = store;
    if (site !== null) packedUnits(store, await kind.entries?.(), pack);
    const names = [...files.keys()];
    const above = [{ path: `/${name}`, names }];
    for (const [path, { file, at, size }] of site === null ? files : []) {
      const head = disk.read(file, Math.min(size, HEAD_BYTES), at);
      const found = kind.layout.recognise({ path: `/${name}/${path}`, type: 'file', names: [], head, above });
      if (found?.shape !== 'file' || found.file !== path) throw noConversation(pack, path, kind);
    }
  }
}

const HEAD_BYTES = 4096;

function noConversation(pack: string, path: string, { name }: PackedStore['kind']): Failure {
  return new Failure(
    'refused',
    `${pack} holds ${JSON.stringify(path)}, which is no file of a conversation of ${name}`,
    'Nothing was written.',
  );
}
