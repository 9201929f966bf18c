import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import type { Scope } from '../../kind.ts';
import { folderId, numberOf } from '../layout/layout.ts';
import type { RaoFolder } from '../read/folder.ts';
import { isEmpty } from '../read/log.ts';
import { decodeNames, type Names } from '../read/tables/names.ts';

export interface NamesFile {
  readonly part: Part;
  readonly names: Names | null;
}

export interface FolderFact {
  readonly id: string;
  /** R's `as.integer`; null for NA. */
  readonly number: number | null;
  readonly path: string;
  readonly state: 'active' | 'archived';
  /** Permission bits of all its files, combined. */
  readonly modes: number;
  /** R's count; null for an unreadable log. */
  readonly messages: number | null;
  /** R's `is_conversation_empty`. If it is true for the highest one, a new conversation replaces that; if null, R stops. */
  readonly empty: boolean | null;
}

/** Numbers of the folders in a base, as R counts them, without those beyond R's integers. */
export interface Numbers {
  readonly active: ReadonlySet<number>;
  readonly archived: ReadonlySet<number>;
}

/** The two tables of names; null for a missing one. `numbers`: those on disk, including unselected conversations. */
export interface NamesFiles {
  readonly names: NamesFile | null;
  readonly archiveNames: NamesFile | null;
  readonly numbers: () => Numbers;
}

export interface BaseFacts extends NamesFiles {
  readonly scope: Scope;
  readonly folders: readonly FolderFact[];
}

/** Reads the tables on demand; a thread that judges logs never needs them. */
export function namesFiles(scope: Pick<Scope, 'shared' | 'units'>): NamesFiles {
  const table = (role: string): NamesFile | null => {
    const part = scope.shared.find((each) => each.role === role);
    if (part === undefined) return null;
    const decoded = once(() => (part.bytes === null ? null : decodeNames(part.bytes)));
    return {
      part,
      get names() {
        return decoded();
      },
    };
  };
  return { names: table('names'), archiveNames: table('archive-names'), numbers: once(() => numbersIn(scope)) };
}

function numbersIn({ units = new Map() }: Pick<Scope, 'units'>): Numbers {
  const numbers = { active: new Set<number>(), archived: new Set<number>() };
  for (const [id, parts] of units) {
    const number = numberOf(id);
    if (number !== null) for (const { path } of parts) numbers[stateOf(id, path)].add(number);
  }
  return numbers;
}

function stateOf(id: string, path: string): keyof Numbers {
  const names = path.split('/');
  const at = names.findIndex((name) => folderId(name) === id);
  return names[at - 1] === 'archive' ? 'archived' : 'active';
}

/** R's names for a folder's number, from the archive's table for an archived one. */
export function namesOf(
  { names, archiveNames }: NamesFiles,
  { id, state }: Pick<RaoFolder, 'id' | 'state'>,
): readonly (string | null)[] {
  const file: NamesFile | null = state === 'archived' ? archiveNames : names;
  const number = numberOf(id);
  return (number === null ? null : file?.names?.namesInR.get(number)) ?? [];
}

export function namesInIndex(tables: NamesFiles, folder: Pick<RaoFolder, 'id' | 'state'>): string[] {
  return namesOf(tables, folder).filter((name) => name !== null);
}

export function folderFact(folder: RaoFolder): FolderFact {
  const { id, path, state, parts } = folder;
  const log = folder.log();
  return {
    id,
    number: numberOf(id),
    path,
    state,
    modes: parts.reduce((modes, { mode }) => modes | mode, 0),
    messages: log.length,
    empty: isEmpty(log),
  };
}
