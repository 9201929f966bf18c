import { findFolder, folderName, LONGEST } from './folder-name.ts';

/** The project folders that the reader lists for a working folder, among those that a store has. */
export function claudeProjectsAt(
  folder: string,
  worktrees: readonly string[],
  list: (path: string) => readonly string[],
): string[] {
  const known = (path: string) => path.normalize('NFC');
  return projectFolders(known(folder), worktrees.map(known), list('projects'));
}

/** The project folders that end as the name of a folder does. A hyphen may have been any sign: `app` means `my-app` too. */
export function claudeProjectsEnding(name: string, list: (path: string) => readonly string[]): string[] {
  const end = folderName(`/${name.normalize('NFC')}`);
  return list('projects').filter((each) => each.endsWith(end));
}

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
