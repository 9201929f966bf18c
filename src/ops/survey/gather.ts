import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import { compareText } from '../../model/compare-text.ts';
import { addTo } from '../../model/grouped.ts';

/** The names of one scope: its shared files, and the files of each id. */
export interface Gathered {
  readonly name: string;
  readonly shared: WalkEntry[];
  readonly units: Map<string, WalkEntry[]>;
  /** Roles of its units' files. */
  readonly roles: Set<string>;
  /** Number of files, without folders. */
  files: number;
  /** A folder could not be read. */
  readonly hidden: boolean;
}

/** Scopes as their entries come in. Only names are held: files of one id are in different folders. */
export interface Gathering {
  add(entry: WalkEntry): void;
  /** A folder of this scope stays unseen; null for one that may hold any of them. */
  hide(scope: string | null): void;
  /** Sorted by name. */
  scopes(): Gathered[];
}

/** An empty gathering. */
export function gather(): Gathering {
  const scopes = new Map<string, Omit<Gathered, 'hidden'>>();
  const hidden = new Set<string | null>();
  const scopeNamed = (name: string): Omit<Gathered, 'hidden'> => {
    const known = scopes.get(name);
    if (known !== undefined) return known;
    const scope = { name, shared: [], units: new Map(), roles: new Set<string>(), files: 0 };
    scopes.set(name, scope);
    return scope;
  };
  return {
    add: (entry) => {
      const { place, type } = entry;
      const scope = scopeNamed(place.scope ?? '');
      if (type !== 'folder') scope.files++;
      if (place.type === 'shared') scope.shared.push(entry);
      else {
        addTo(scope.units, place.id, entry);
        scope.roles.add(place.role);
      }
    },
    hide: (scope) => {
      hidden.add(scope);
    },
    scopes: () =>
      Array.from(scopes.values(), (scope) => ({ ...scope, hidden: hidden.has(null) || hidden.has(scope.name) })).sort(
        (a, b) => compareText(a.name, b.name),
      ),
  };
}

/** Number of files, without folders. */
export function countFiles(entries: readonly WalkEntry[]): number {
  return entries.reduce((count, { type }) => (type === 'folder' ? count : count + 1), 0);
}
