import type { View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { once } from '../../model/once.ts';
import { totalSize } from '../../model/part.ts';
import { isAtOrBelow } from '../../model/path.ts';
import type { OpenDocument, Scope, Unit } from '../kind.ts';
import { type FolderFact, folderFact, type NamesFile, type NamesFiles } from './checks/facts.ts';
import { conversationFolder, isReached, numberOf } from './layout/layout.ts';
import { companionsOf } from './read/companions.ts';
import { openFolders, type RaoFolder } from './read/folder.ts';
import { raoTranscript } from './read/transcript.ts';

export interface RaoDocument extends OpenDocument {
  readonly unit: Unit;
  readonly scope: Scope;
  readonly tables: NamesFiles;
  facts(): readonly FolderFact[];
  readonly folders: readonly RaoFolder[];
  readonly active: RaoFolder | null;
  readonly archived: RaoFolder | null;
  /** The active conversation of the highest number in its scope; null if Rao opens none by that. */
  readonly highest: () => string | null;
}

export function openRao(
  scope: Scope,
  tables: NamesFiles,
  unit: Unit,
  highest: () => string | null = () => highestIn(scope),
): RaoDocument {
  const folders = openFolders(unit);
  const find = (path: string): RaoFolder => {
    const folder = folders.find((each) => each.path === path);
    if (folder === undefined) throw new Failure('failed', `${path} is not a folder that can be read`);
    return folder;
  };
  const document: RaoDocument = {
    id: unit.id,
    unit,
    scope,
    tables,
    folders,
    highest,
    active: folders.find(({ state }) => state === 'active') ?? null,
    archived: folders.find(({ state }) => state === 'archived') ?? null,
    conversations: folders.map((folder) => viewOf(folder, tables)),
    facts: once(() => folders.map(folderFact)),
    names: (path) => namesInIndex(tables, find(path)),
    transcript(path, { companions = false } = {}) {
      const folder = find(path);
      return companions ? { ...raoTranscript(folder), companions: companionsOf(folder) } : raoTranscript(folder);
    },
  };
  return document;
}

export function highestIn(scope: Scope): string | null {
  let max = -1;
  for (const [id, parts] of scope.site.file === null ? (scope.units ?? []) : []) {
    const folder = conversationFolder(scope.site, id);
    if (parts.some(({ path }) => isAtOrBelow(path, folder))) max = Math.max(max, numberOf(id) ?? -1);
  }
  return max < 0 ? null : String(max);
}

/** R's names for a folder's number, from the archive's table for an archived one. */
function namesOf(
  { names, archiveNames }: NamesFiles,
  { id, state }: Pick<RaoFolder, 'id' | 'state'>,
): readonly (string | null)[] {
  const file: NamesFile | null = state === 'archived' ? archiveNames : names;
  const number = numberOf(id);
  return (number === null ? null : file?.names?.shown.get(number)) ?? [];
}

export function namesInIndex(tables: NamesFiles, folder: Pick<RaoFolder, 'id' | 'state'>): string[] {
  return namesOf(tables, folder).filter((name) => name !== null);
}

function viewOf(folder: RaoFolder, tables: NamesFiles): View {
  const { id, path, state, self, parts } = folder;
  const isFolder = self.type === 'folder';
  return {
    id,
    path,
    main: `${path}/conversation_log.json`,
    state,
    timestamp: null,
    createdAt: null,
    get format() {
      return folder.format();
    },
    get readable() {
      return isFolder && isReached(id) && folder.log().error === null;
    },
    get hidden() {
      return state === 'archived' ? null : hiddenBy(folder);
    },
    get updatedAt() {
      const times = parts.flatMap(({ type, mtime }) => (type === 'folder' ? [] : mtime));
      return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
    },
    // Rao shows this name for an unnamed conversation.
    get title() {
      return namesOf(tables, folder).find((name) => name !== null) ?? 'New conversation';
    },
    // Links to folders are not followed.
    get messages() {
      return isFolder ? folder.log().length : null;
    },
    get bytes() {
      return totalSize(folder.parts);
    },
  };
}

function hiddenBy({ id, self }: RaoFolder): string | null {
  if (self.type === 'file') return 'not-a-folder';
  if (numberOf(id) === null) return 'number-too-large';
  return isReached(id) ? null : 'number-with-zeros';
}
