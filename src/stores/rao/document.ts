import { Failure } from '../../model/failure.ts';
import { once } from '../../model/once.ts';
import { isAtOrBelow } from '../../model/path.ts';
import type { OpenDocument, Scope, Unit } from '../kind.ts';
import { type FolderFact, folderFact, type NamesFiles, namesInIndex } from './checks/facts.ts';
import { conversationFolder, numberOf } from './layout/layout.ts';
import { raoView } from './list/view.ts';
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
    conversations: folders.map((folder) => raoView(folder, tables)),
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
