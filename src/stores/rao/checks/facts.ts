import type { Part, Scope } from '../../kind.ts';
import { once } from '../../once.ts';
import { numberOf } from '../layout/layout.ts';
import type { RaoFolder } from '../read/folder.ts';
import { isEmpty } from '../read/log.ts';
import { decodeNames, type Names } from '../read/tables/names.ts';

export interface NamesFile {
  readonly part: Part;
  /** Null for unreadable bytes. */
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
  /** R's `is_conversation_empty`. True: as the highest it is replaced by a new conversation. Null: R stops. */
  readonly empty: boolean | null;
}

/** Null for a missing file. */
export interface NamesFiles {
  readonly names: NamesFile | null;
  readonly archiveNames: NamesFile | null;
}

export interface BaseFacts extends NamesFiles {
  readonly scope: Scope;
  /** All documents so far, in order. */
  readonly folders: readonly FolderFact[];
}

/** Reads the tables on demand; a thread that judges logs never needs them. */
export function namesFiles(scope: Pick<Scope, 'shared'>): NamesFiles {
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
  return { names: table('names'), archiveNames: table('archive-names') };
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
