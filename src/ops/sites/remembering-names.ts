import type { Name, ReadDisk } from '../../io/disk.ts';

/** A disk that may say of a folder at once which names in it are text. */
export interface NamingDisk extends ReadDisk {
  texts?(path: string): readonly string[];
}

/** Folders that are remembered where it is not said: those above a path, and above the next one. */
const FEW = 32;

/** Caches folder listings, for use while no folder changes. Some are long, and requested for every entry. */
export function rememberingNames(disk: ReadDisk, most = FEW): NamingDisk {
  const known = new Map<string, { readonly names: Name[]; texts: readonly string[] | null }>();
  const look = (path: string) => {
    const found = known.get(path) ?? { names: disk.list(path), texts: null };
    // Least recently used ones go first.
    known.delete(path);
    known.set(path, found);
    const [oldest = path] = known.keys();
    if (known.size > most) known.delete(oldest);
    return found;
  };
  return {
    ...disk,
    list: (path) => look(path).names,
    texts: (path) => {
      const found = look(path);
      found.texts ??= textsOf(found.names);
      return found.texts;
    },
  };
}

export function textsOf(names: readonly Name[]): string[] {
  return names.flatMap(({ name }) => (name === null ? [] : [name]));
}
