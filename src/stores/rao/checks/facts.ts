import type { Part, Scope } from '../../kind.ts';
import { once } from '../../once.ts';
import { numberOf } from '../layout/layout.ts';
import type { RaoFolder } from '../read/folder.ts';
import { isEmpty } from '../read/log.ts';
import { decodeNames, type Names } from '../read/tables/names.ts';

/** A names table that is there. */
export interface NamesFile {
  readonly part: Part;
  /** Null when its bytes could not be had. */
  readonly names: Names | null;
}

/** What is remembered of one folder when its document is let go. */
export interface FolderFact {
  readonly id: string;
  /** As R's `as.integer` has it; null where that is NA. */
  readonly number: number | null;
  readonly path: string;
  readonly state: 'active' | 'archived';
  /** Permission bits of all that is in it, taken together. */
  readonly modes: number;
  /** As R counts them; null when it cannot read the log. */
  readonly messages: number | null;
  /** As R's `is_conversation_empty` has it: true means that a new conversation takes its place when it is the highest; null that R stops. */
  readonly empty: boolean | null;
}

/** The tables of names of a scope; null where there is no such file. */
export interface NamesFiles {
  readonly names: NamesFile | null;
  readonly archiveNames: NamesFile | null;
}

/** What is known of one scope. */
export interface BaseFacts extends NamesFiles {
  readonly scope: Scope;
  /** Of all documents noted so far, in that order. */
  readonly folders: readonly FolderFact[];
}

/** The tables of names among the shared files of a scope; read when they are asked for, which a thread that judges logs never does. */
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

/** The facts of one folder. */
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
