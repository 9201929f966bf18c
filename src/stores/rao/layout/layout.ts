import type { EntryType, Place } from '../../../model/part.ts';
import { baseName, folderOf, isAtOrBelow, join } from '../../../model/path.ts';
import { FOREIGN, sitesOf } from '../../engine/layout.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';

type WithShape = Pick<Site, 'shape'>;

/** Folder of all conversations, relative to the root; empty for the root itself. */
export function raoFolder({ shape }: WithShape): string {
  return shape === 'base' ? 'conversations' : '';
}

/** Convo's archive. Rao lists `conversation_N` only, and so never looks into it. */
export function raoArchive(site: WithShape): string {
  return join(raoFolder(site), 'archive');
}

/** `id` is the digits of the folder's name. */
export function conversationFolder(site: WithShape, id: string): string {
  return join(raoFolder(site), `conversation_${id}`);
}

export function archivedFolder(site: WithShape, id: string): string {
  return join(raoArchive(site), `conversation_${id}`);
}

export const NAMES_FILE = 'conversation_names.csv';

export function archiveNamesPath(site: WithShape): string {
  return join(raoArchive(site), NAMES_FILE);
}

export function folderId(name: string): string | null {
  return /^conversation_([0-9]+)$/.exec(name)?.[1] ?? null;
}

/** R's number for the digits of a folder's name; null for NA, beyond R's integers. */
export function numberOf(id: string): number | null {
  const number = Number(id);
  return number <= 2147483647 ? number : null;
}

/** True if Rao, which lists a folder's number and opens the folder of that number, opens this one. */
export function isReached(id: string): boolean {
  const number = numberOf(id);
  return number !== null && String(number) === id;
}

/** Roles of a conversation's files, by name (docs/formats/rao.md, "Files"). */
const FILE_ROLES = {
  'conversation_log.json': 'log',
  'conversation_vars.rds': 'vars',
  'script_history.tsv': 'history',
  'file_changes.json': 'changes',
  'conversation_diffs.json': 'diffs',
  'message_buttons.csv': 'buttons',
  'attachments.csv': 'attachments',
  'images.csv': 'images',
  'summaries.json': 'summaries',
  'background_summarization.json': 'background',
  'conversation_vars.json': 'erdos-vars',
  'code_links.json': 'code-links',
  'conversation.json': 'old',
  'conversation_display.html': 'old',
  'token_usage.txt': 'old',
} as const satisfies Readonly<Record<string, string>>;

export type RaoRole =
  | (typeof FILE_ROLES)[keyof typeof FILE_ROLES]
  | 'folder'
  /** Files such as `background_summarization_backup_*`. */
  | 'background-backup'
  | 'plots'
  | 'image'
  | 'plots-folder'
  | 'images-folder'
  | 'stray';

type SharedRole =
  | 'names'
  | 'archive-names'
  /** A file or link with the name of a conversation. */
  | 'no-folder'
  | 'stray';

const FOLDER: Place = { type: 'folder', scope: '' };

/** The place of a path (docs/formats/rao.md, "Folders"). */
export function placeRao(site: Site, path: string, type: EntryType): Place {
  const place = placeAnywhere(site, path, type);
  return site.file === null ? place : forOne(site.file, path, place);
}

function forOne(only: string, path: string, place: Place): Place {
  const inside = isAtOrBelow(path, only) || isAtOrBelow(only, path);
  if (place.type === 'shared') return place.role === 'names' || place.role === 'archive-names' ? place : FOREIGN;
  return inside || (place.type === 'folder' && path.endsWith('archive')) ? place : FOREIGN;
}

function placeAnywhere(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  if (names[0] === '.convo') return FOREIGN;
  if (names.length === 1 && path === NAMES_FILE) return shared('names', 'whole');
  const folder = raoFolder(site);
  if (folder === '') return inConversations(names, 0, type);
  if (names[0] !== folder) return FOREIGN;
  return names.length === 1 ? FOLDER : inConversations(names, 1, type);
}

// `at`: index of the first name to look at. A list of the rest would be made for every file.

function inConversations(names: readonly string[], at: number, type: EntryType): Place {
  const isLast = names.length === at + 1;
  if (names[at] === '.convo') return FOREIGN;
  if (names[at] !== 'archive' || (isLast && type === 'file')) return inUnit(names, at, type);
  if (isLast) return FOLDER;
  if (names.length === at + 2 && names[at + 1] === NAMES_FILE) return shared('archive-names', 'whole');
  return inUnit(names, at + 1, type);
}

function inUnit(names: readonly string[], at: number, type: EntryType): Place {
  const id = folderId(names[at] ?? '');
  const isLast = names.length === at + 1;
  if (id === null) return isLast ? shared('stray', 'name') : FOREIGN;
  if (!isLast) return inFolder(id, names, at + 1, type);
  return type === 'folder' ? part(id, 'folder', true) : shared('no-folder', 'name');
}

/** A Map, because a folder may be named like a member of every object. */
const FOLDERS: ReadonlyMap<string, { readonly self: RaoRole; readonly file: RaoRole }> = new Map([
  ['plots', { self: 'plots-folder', file: 'plots' }],
  ['images_attached', { self: 'images-folder', file: 'image' }],
]);

/** The place of a file in a conversation's folder. Every file has a role, since it moves with the folder. */
function inFolder(id: string, names: readonly string[], at: number, type: EntryType): Place {
  const name = names[at] ?? '';
  const isLast = names.length === at + 1;
  if (isLast && type !== 'folder') return part(id, roleOf(name), false);
  const folder = FOLDERS.get(name);
  if (isLast) return part(id, folder?.self ?? 'stray', folder !== undefined);
  if (folder === undefined || names.length > at + 2) return FOREIGN;
  return part(id, type === 'folder' ? 'stray' : folder.file, false);
}

function roleOf(name: string): RaoRole {
  if (Object.hasOwn(FILE_ROLES, name)) return FILE_ROLES[name as keyof typeof FILE_ROLES];
  return /^background_summarization.*backup/.test(name) ? 'background-backup' : 'stray';
}

const NAME_ONLY: readonly RaoRole[] = ['folder', 'plots-folder', 'images-folder', 'image', 'old', 'stray'];

function part(id: string, role: RaoRole, inside: boolean): Place {
  const load = NAME_ONLY.includes(role) ? 'name' : 'whole';
  return { type: 'part', scope: '', id, role, load, ...(inside ? { inside } : {}) };
}

function shared(role: SharedRole, load: 'whole' | 'name'): Place {
  return { type: 'shared', scope: '', role, load };
}

/**
 * The usual places: R's folder for user data (docs/formats/rao.md, "Base folder"), then that of R before 4.0, then the place in older
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

/** An absolute path. R expands a leading `~`, and resolves other paths from its working folder. */
function absolute(path: string, home: string | null, cwd: string): string {
  if (home !== null && (path === '~' || path.startsWith('~/'))) return `${home}${path.slice(1)}`;
  return path.startsWith('/') || /^[a-z]:/i.test(path) ? path : `${cwd}/${path}`;
}

/** The Rao site of a path, recognised by names alone. */
export function recogniseRao(candidate: CandidatePath): Site | null {
  return oneFolder(candidate) ?? (candidate.type === 'folder' ? folderSite(candidate) : fileSite(candidate));
}

/** Names of Rao's and Erdos' bases, for which a folder `conversations` is enough. */
const BASES = ['rstudio-ai', 'erdosAi', 'emptyWindowErdosAi'];

interface FolderLevel {
  readonly path: string;
  readonly names: readonly string[];
}

/** The site of one `conversation_N`, or of a file up to one folder deeper in it. */
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

/** The site of a folder of `conversation_N` folders. An archive belongs to the folder around it. */
function siteOf(container: FolderLevel, outer: FolderLevel | undefined): Site {
  const isArchive = baseName(container.path) === 'archive' && outer !== undefined && holdsConversations(outer);
  return siteAt(isArchive ? outer.path : container.path);
}

function siteAt(conversations: string): Site {
  const isBase = baseName(conversations) === 'conversations';
  return site(isBase ? folderOf(conversations) : conversations, isBase ? 'base' : 'folder');
}

const site = sitesOf('rao');

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

/** True for a base of Rao's own name, or with folders that Rao names. */
function isBaseOf(path: string, names: readonly string[], inside: CandidatePath['inside']): boolean {
  if (!names.includes('conversations')) return names.length === 0 && isBase(path);
  return isBase(path) || (inside?.(`${path}/conversations`) ?? []).some((name) => folderId(name) !== null);
}

/** True for a conversations folder in a base, which the folder around it shows. */
function isInBase(names: readonly string[], outer: FolderLevel | undefined): boolean {
  if (outer === undefined) return false;
  return outer.names.includes(NAMES_FILE) || (names.length === 0 && isBase(outer.path));
}

/** True for the name of a base. A project of fnord may have such a name, too. */
function isBase(path: string): boolean {
  if (path.endsWith('/.rstudio/ai')) return true;
  return BASES.includes(baseName(path)) && baseName(folderOf(path)) !== 'projects';
}

function fileSite({ path, above }: CandidatePath): Site | null {
  const [folder] = above;
  if (baseName(path) !== NAMES_FILE || folder === undefined) return null;
  return folderSite({ ...folder, type: 'folder', head: new Uint8Array(), above: above.slice(1) });
}
