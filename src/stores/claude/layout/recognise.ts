import { baseName, folderOf } from '../../../model/path.ts';
import { ownHome } from '../../engine/layout.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';
import { isOfQwen, ownerOfProjects } from '../../projects.ts';
import { findFolder, folderName, LONGEST, sessionIdOf } from './names.ts';

/** The config folder that the reader takes: `$CLAUDE_CONFIG_DIR` when it is set, else `.claude` in the home. */
export function claudeHomes(around: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  return ownHome(around, 'CLAUDE_CONFIG_DIR', '.claude');
}

export function claudeSettings({ home }: Pick<HostEnvironment, 'home'>): string[] {
  return home === null ? [] : ['.claude.json', '.claude.json.backup'].map((name) => `${home}/${name}`);
}

/** The site that a path belongs to, known from names and a file's first bytes; null when it is none of Claude Code's. */
export function recogniseClaude(given: CandidatePath): Site | null {
  const { path, type, names } = given;
  if (isOfQwen(given)) return null;
  if (type === 'folder' && isHome(given, path, names)) return site(path, 'home');
  return inHome(given) ?? (type === 'folder' ? bareFolder(given) : loneFile(given));
}

function site(root: string, shape: string, scope: string | null = null, file: string | null = null): Site {
  return { kind: 'claude', root, shape, scope, file };
}

function isHome(given: CandidatePath, path: string, names: readonly string[]): boolean {
  if (names.includes('projects')) return ownerOfProjects(given, path) === 'claude';
  return baseName(path) === '.claude' && !names.includes('conversations');
}

/** Something below the `projects` of a config folder, or below our archive beside it. */
function inHome(given: CandidatePath): Site | null {
  const { path, type, above } = given;
  for (const folder of [path, ...above.map((each) => each.path)]) {
    const home = folderOf(folder);
    const names = above.find((each) => each.path === home)?.names ?? [];
    if (!['projects', 'archive'].includes(baseName(folder)) || !isHome(given, home, names)) continue;
    const [scope = null, ...rest] = path
      .slice(folder.length + 1)
      .split('/')
      .filter((name) => name !== '');
    if (type === 'file' && (rest.length !== 1 || sessionIdOf(rest[0] ?? '') === null)) return null;
    return site(home, 'home', scope, type === 'file' ? path.slice(home.length + 1) : null);
  }
  return null;
}

function bareFolder({ path, names }: CandidatePath): Site | null {
  return names.some((name) => sessionIdOf(name) !== null) ? site(path, 'folder') : null;
}

function loneFile({ path, head }: CandidatePath): Site | null {
  if (sessionIdOf(baseName(path)) === null || !isSession(head)) return null;
  return site(folderOf(path), 'folder', null, baseName(path));
}

/** Empty and damaged sessions are known by their name. */
function isSession(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  return text.trim() === '' || /"(?:sessionId|parentUuid|type|uuid)"\s*:/.test(text) || text.includes('\0');
}

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
 * The folders whose sessions the reader lists for a working directory. Its own first, then those of other worktrees of
 * its repository: by exact name, a long name by its beginning.
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
