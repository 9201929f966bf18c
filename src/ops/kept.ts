import { join, relative } from 'node:path';
import { fileExists, notedFolders, noteFolder } from '../io/config-file.ts';
import { orNull } from '../io/disk/error-code.ts';
import type { Conversation } from '../model/conversation.ts';
import { once } from '../model/once.ts';
import { copyName, manifestOf } from './keep.ts';
import type { ReadContext } from './reading.ts';
import { isNamedBy } from './resolve-ids.ts';
import { baseFolder } from './user-files.ts';

type Vars = Readonly<Record<string, string | undefined>>;

function notePath(vars: Vars): string | null {
  const { HOME: home = '' } = vars;
  const state = baseFolder(vars, 'XDG_STATE_HOME', '.local/state');
  // A home that does not exist is not created.
  const isThere = state !== null && [state, home].some((base) => base !== '' && fileExists(base));
  return isThere ? join(state, 'convostore', 'kept') : null;
}

/** Folders that `keep` wrote to, the newest last; some may be gone. */
function foldersNoted(vars: Vars): string[] {
  const path = notePath(vars);
  return path === null ? [] : notedFolders(path);
}

/** Copies in a folder by the id; empty without a readable manifest. */
function copiesIn(disk: ReadContext['disk'], folder: string): ReadonlyMap<string, string> {
  return orNull(() => manifestOf(disk, folder)) ?? new Map();
}

/** Notes a folder, so that later lists say that due conversations have a copy there. */
export function noteKept(vars: Vars, folder: string): void {
  const path = notePath(vars);
  if (path !== null) noteFolder(path, folder);
}

/** Folders noted by `keep` that exist and have a manifest. */
export function keptFolders({ disk }: Pick<ReadContext, 'disk'>, vars: Vars): string[] {
  return foldersNoted(vars).filter((folder) => copiesIn(disk, folder).size > 0);
}

export type KeptIn = (each: Pick<Conversation, 'kind' | 'path' | 'root' | 'bytes'>) => string | null;

/** The first kept conversation that a word names, and the folder of its copy; null for none. */
export function keptNamed(
  { disk }: Pick<ReadContext, 'disk'>,
  vars: Vars,
  word: string,
): { readonly id: string; readonly folder: string } | null {
  for (const folder of foldersNoted(vars).reverse())
    for (const name of copiesIn(disk, folder).keys()) {
      const id = COPIED_ID.exec(name)?.[1] ?? null;
      if (id !== null && isNamedBy(id, word) && orNull(() => disk.stat(join(folder, name))) !== null)
        return { id, folder };
    }
  return null;
}

/** Id of a conversation at the end of its file's name. */
const COPIED_ID =
  /(?:^|[/_-])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=session-[\d-]+T[\d-]+-)[0-9a-f]{8})\.jsonl?$/;

/** Returns the folder of a copy, which counts if it has the size of the conversation and is in the manifest. `keep` verifies it anew. */
export function keptCopies({ disk }: Pick<ReadContext, 'disk'>, vars: Vars): KeptIn {
  const all = once(() => foldersNoted(vars).map((folder) => ({ folder, names: copiesIn(disk, folder) })));
  return ({ kind, path, root, bytes }) => {
    const name = copyName({ kind, root }, relative(root, path));
    const isThere = (folder: string) => orNull(() => disk.stat(join(folder, name)).size) === bytes;
    return all().find(({ folder, names }) => names.has(name) && isThere(folder))?.folder ?? null;
  };
}
