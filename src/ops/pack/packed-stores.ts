import { Failure } from '../../model/failure.ts';
import { grouped } from '../../model/grouped.ts';
import { restBelow } from '../../model/path-below.ts';
import type { FileRange } from '../../model/plan.ts';
import type { Given, Kind, Site } from '../../stores/kind.ts';
import type { ReadPack } from './read-pack.ts';
import { PACK_MANIFEST } from './write-pack.ts';

export interface PackedStore {
  /** Its folder in the pack. */
  readonly name: string;
  readonly kind: Kind;
  /** As it is found in the pack, whose names begin at `/`; null where nothing in it says how it is laid out. */
  readonly site: Site | null;
  /** By path below the store's root. */
  readonly files: ReadonlyMap<string, FileRange>;
  /** Known paths of conversations below the root. */
  readonly mains: ReadonlySet<string>;
}

/** The stores in a pack, each in a folder of its kind. Throws Failure `refused` for a pack that holds anything else. */
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
        NOTHING,
      );
    const site = siteIn(kind, tree, `/${name}`);
    const root = site?.root.slice(1) ?? name;
    const below = filesIn.get(name) ?? [];
    const odd = below.find(([path]) => restBelow(path, root) === null);
    if (odd !== undefined)
      throw new Failure('refused', `${file} holds ${JSON.stringify(odd[0])}, which is in no store`, NOTHING);
    return {
      name,
      kind,
      site,
      files: new Map(below.map(([path, range]) => [path.slice(root.length + 1), range])),
      mains: new Set((mainsIn.get(name) ?? []).flatMap((path) => restBelow(path, root) ?? [])),
    };
  });
}

/** The name of the store that a path in a pack is in; empty for none. */
export function packFolder(path: string): string {
  return path.slice(0, Math.max(path.indexOf('/'), 0));
}

const NOTHING = 'Nothing was written.';

/** Names in each folder of a pack, by path. */
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

/** The store in a folder, or in the one that its root is known by. */
function siteIn(kind: Kind, tree: ReadonlyMap<string, ReadonlySet<string>>, path: string): Site | null {
  const inside = (folder: string) => [...(tree.get(folder) ?? [])].sort();
  const given = (at: string, above: Given['above']): Given => ({
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
    given(path, [top]),
    ...inner.map((name) => given(`${path}/${name}`, [{ path, names: inside(path) }, top])),
  ];
  for (const each of all) {
    const site = kind.layout.recognise(each);
    if (site?.kind === kind.name && site.root.startsWith(path)) return { ...site, scope: null, file: null };
  }
  return null;
}
