import { findFolder, folderName, LONGEST } from '../../src/stores/claude/layout/folder-name.ts';

/**
 * The folders whose sessions the reader lists for a working directory: its own first, then those of the other worktrees of its
 * repository, by exact name, or for a long name by what its beginning is.
 */
export function projectFolders(path: string, worktrees: readonly string[], folders: readonly string[]): string[] {
  const own = findFolder(path, folders);
  const found = new Set(own === null ? [] : [own]);
  if (worktrees.length > 1)
    for (const folder of folders) if (worktrees.some((each) => isFolderOf(each, folder))) found.add(folder);
  return [...found];
}

function isFolderOf(worktree: string, folder: string): boolean {
  const name = folderName(worktree);
  return folder === name || (name.length >= LONGEST && folder.startsWith(`${name}-`));
}
