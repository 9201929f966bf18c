import { baseName, folderOf } from '../../../model/path.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';
import { FILE_ROLES, folderId, NAMES_FILE } from './layout.ts';

/**
 * R's folder for user data (docs/formats/rao.md, "Base folder"), then that of R before 4.0, then the place in older
 * documentation.
 */
export function raoHomes({ home, cwd, platform, env }: HostEnvironment): readonly (readonly string[])[] {
  const at = (path: string): string => absolute(platform === 'win32' ? slashes(path) : path, home, cwd);
  const places = [dataFolder(platform, env, home), oldFolder(platform, env, home), home && `${home}/.rstudio/ai`];
  return [...new Set(places.flatMap((path) => (path === null || path === '' ? [] : at(path))))].map((path) => [path]);
}

type Env = HostEnvironment['env'];

/** `tools::R_user_dir("rstudio-ai", "data")`. */
function dataFolder(platform: string, env: Env, home: string | null): string | null {
  const above = env['R_USER_DATA_DIR'] || env['XDG_DATA_HOME'] || platformFolder(platform, env, home);
  return above === null ? null : `${above}/R/rstudio-ai`;
}

function platformFolder(platform: string, env: Env, home: string | null): string | null {
  if (platform === 'win32') return env['APPDATA'] ? `${env['APPDATA']}/R/data` : null;
  if (home === null) return null;
  return platform === 'darwin' ? `${home}/Library/Application Support/org.R-project.R` : `${home}/.local/share`;
}

/** Rao's fallback for an R without that function. */
function oldFolder(platform: string, env: Env, home: string | null): string | null {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? env['APPDATA'];
    return local ? `${local}/rstudio-ai` : null;
  }
  if (platform === 'darwin') return home === null ? null : `${home}/Library/Application Support/rstudio-ai`;
  const above = env['XDG_DATA_HOME'] || (home === null ? null : `${home}/.local/share`);
  return above === null ? null : `${above}/rstudio-ai`;
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** R expands a leading `~`, and resolves other paths from its working folder. */
function absolute(path: string, home: string | null, cwd: string): string {
  if (home !== null && (path === '~' || path.startsWith('~/'))) return `${home}${path.slice(1)}`;
  return path.startsWith('/') || /^[a-z]:/i.test(path) ? path : `${cwd}/${path}`;
}

/** The Rao site of a path, recognised by names alone. */
export function recogniseRao(given: CandidatePath): Site | null {
  return oneFolder(given) ?? (given.type === 'folder' ? folderSite(given) : fileSite(given));
}

/** Bases of Rao and Erdos: with these names a folder `conversations` is enough. */
const BASES = ['rstudio-ai', 'erdosAi', 'emptyWindowErdosAi'];

interface FolderLevel {
  readonly path: string;
  readonly names: readonly string[];
}

/** One `conversation_N`, or a file up to one folder deeper in it. */
function oneFolder({ path, type, names, above }: CandidatePath): Site | null {
  const levels: FolderLevel[] = type === 'folder' ? [{ path, names }, ...above] : [...above];
  const at = levels.slice(0, 3).findIndex((each) => folderId(baseName(each.path)) !== null);
  const [folder, container, outer] = levels.slice(at);
  if (at < 0 || folder === undefined || container === undefined) return null;
  const known = folder.names.some((name) => Object.hasOwn(FILE_ROLES, name));
  if (!known && !isContainer(container, outer)) return null;
  const site = siteOf(container, outer);
  return { ...site, file: folder.path.slice(site.root.length + 1) };
}

function isContainer({ path, names }: FolderLevel, outer: FolderLevel | undefined): boolean {
  const name = baseName(path);
  return name === 'conversations' || outer?.names.includes(NAMES_FILE) === true || names.includes(NAMES_FILE);
}

/** A folder of `conversation_N` folders. An archive belongs to the folder around it. */
function siteOf(container: FolderLevel, outer: FolderLevel | undefined): Site {
  const isArchive = baseName(container.path) === 'archive' && outer !== undefined && holdsConversations(outer);
  return siteAt(isArchive ? outer.path : container.path);
}

function siteAt(conversations: string): Site {
  const isBase = baseName(conversations) === 'conversations';
  return site(isBase ? folderOf(conversations) : conversations, isBase ? 'base' : 'folder');
}

function site(root: string, shape: 'base' | 'folder'): Site {
  return { kind: 'rao', root, shape, scope: null, file: null };
}

function holdsConversations({ path, names }: FolderLevel): boolean {
  return baseName(path) === 'conversations' || names.some((name) => folderId(name) !== null);
}

function folderSite({ path, names, above, inside }: CandidatePath): Site | null {
  const [outer] = above;
  if (names.some((name) => folderId(name) !== null)) return siteOf({ path, names }, outer);
  if (baseName(path) === 'conversations') return isInBase(names, outer) ? siteAt(path) : null;
  const isArchive = baseName(path) === 'archive' && outer !== undefined && holdsConversations(outer);
  if (names.includes(NAMES_FILE)) return isArchive ? siteAt(outer.path) : site(path, 'base');
  return isBaseOf(path, names, inside) ? site(path, 'base') : null;
}

/** A base of Rao's own name, or with folders that Rao names. */
function isBaseOf(path: string, names: readonly string[], inside: CandidatePath['inside']): boolean {
  if (!names.includes('conversations')) return names.length === 0 && isBase(path);
  return isBase(path) || (inside?.(`${path}/conversations`) ?? []).some((name) => folderId(name) !== null);
}

/** A folder without conversations is recognised by the one around it. */
function isInBase(names: readonly string[], outer: FolderLevel | undefined): boolean {
  if (outer === undefined) return false;
  return outer.names.includes(NAMES_FILE) || (names.length === 0 && isBase(outer.path));
}

/** A project of fnord may have such a name too. */
function isBase(path: string): boolean {
  if (path.endsWith('/.rstudio/ai')) return true;
  return BASES.includes(baseName(path)) && baseName(folderOf(path)) !== 'projects';
}

function fileSite({ path, above }: CandidatePath): Site | null {
  const [folder] = above;
  if (baseName(path) !== NAMES_FILE || folder === undefined) return null;
  return folderSite({ ...folder, type: 'folder', head: new Uint8Array(), above: above.slice(1) });
}
