import type { EntryType, Place } from '../../../model/part.ts';
import { baseName, folderOf, join, jsonName } from '../../../model/path.ts';
import { FOREIGN, sitesOf } from '../../engine/layout.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';

/** Folder of the conversations, relative to the root; empty for the root itself. */
export function tenexFolder({ shape }: Pick<Site, 'shape'>): string {
  return shape === 'store' ? 'conversations' : '';
}

/** TENEX creates the archive folder at its start and needs it to archive. */
export function tenexArchive(site: Pick<Site, 'shape'>): string {
  return join(tenexFolder(site), 'archive');
}

export function tenexPath(site: Pick<Site, 'shape'>, id: string): string {
  return join(tenexFolder(site), `${id}.json`);
}

export function tenexArchivePath(site: Pick<Site, 'shape'>, id: string): string {
  return join(tenexArchive(site), `${id}.json`);
}

export function indexPath(site: Pick<Site, 'shape'>): string {
  return join(tenexFolder(site), 'metadata.json');
}

/** Id of an event: TENEX names a conversation by its first one's. */
const EVENT_ID = /^[0-9a-f]{64}$/;

/** True if the file's name is the conversation's id. Outside a store it may be any name. */
export function namesItself({ shape }: Pick<Site, 'shape'>, id: string): boolean {
  return shape !== 'file' || EVENT_ID.test(id);
}

const MAX_NAME_BYTES = 255;

/**
 * True if an id names a file in the folder. TENEX puts any text into a path: `../x` leaves the store, `a/b` is a
 * folder, `metadata` the index (docs/formats/tenex.md).
 */
export function isSafeId(id: string): boolean {
  if (id === '' || id === 'metadata' || id.startsWith('.')) return false;
  return !UNSAFE.test(id) && !/\p{Surrogate}/u.test(id) && Buffer.byteLength(`${id}.json`) <= MAX_NAME_BYTES;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not hold
const UNSAFE = /[/\\\x00-\x1f\x7f]/;

const FOLDER: Place = { type: 'folder', scope: '' };

/** The place of a path (docs/formats/tenex.md, "Layout and behaviour"). */
export function placeTenex(site: Site, path: string, type: EntryType): Place {
  if (site.shape === 'file') return path === site.file ? part(jsonName(path), 'conversation') : FOREIGN;
  const place = placeAnywhere(site, path, type);
  return site.file === null ? place : forOne(site.file, path, place);
}

function forOne(file: string, path: string, place: Place): Place {
  if (place.type === 'part') return place.id === jsonName(file) ? place : FOREIGN;
  if (place.type === 'folder') return place;
  const isOfIndex = place.type === 'shared' && ['index', 'archive-folder'].includes(place.role);
  return isOfIndex || path === file ? place : FOREIGN;
}

function placeAnywhere({ shape }: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  if (shape === 'folder') return inConversations(names, type);
  if (names[0] !== 'conversations') return names.length === 1 ? otherPlace(path, type) : FOREIGN;
  return names.length === 1 ? FOLDER : inConversations(names.slice(1), type);
}

function otherPlace(name: string, type: EntryType): Place {
  if (name === 'conversation.db' && type !== 'folder')
    return { type: 'shared', scope: '', role: 'database', load: 'head' };
  return name === 'conversations.legacy.bak' ? shared('legacy-folder') : FOREIGN;
}

function inConversations(names: readonly string[], type: EntryType): Place {
  const [first = '', second = ''] = names;
  if (first === '.convo') return FOREIGN;
  if (first === 'archive' && type === 'folder' && names.length === 1)
    return { ...shared('archive-folder'), inside: true };
  if (first === 'archive' && names.length === 2) return oneName(second, type, 'archived');
  if (names.length > 1) return FOREIGN;
  if (first === 'metadata.json') return shared('index', type === 'folder' ? 'name' : 'whole');
  return oneName(first, type, 'conversation');
}

function oneName(name: string, type: EntryType, role: 'conversation' | 'archived'): Place {
  const temporary = TEMPORARY.exec(name)?.[1];
  if (temporary !== undefined && type === 'file')
    return { type: 'part', scope: '', id: temporary, role: 'temporary', load: 'whole', passing: true };
  const copied = COPY_NAME.exec(name)?.[1];
  if (copied !== undefined && type === 'file') return part(copied, 'copy', 'name');
  // TENEX takes any text for an id, but creates none with a leading dot.
  if (!name.endsWith('.json') || name.startsWith('.') || type === 'folder') return shared('stray');
  return part(jsonName(name), role, type === 'other' ? 'name' : 'whole');
}

/** Temporary names of programs that write atomically. */
const TEMPORARY = /^([^.].*)\.json\.(?:tmp(?:[.-].*)?|[\w-]+\.tmp)$/s;

/** Names that editors and people give older copies. */
const COPY_NAME = /^([^.].*)\.json(?:~|\.(?:bak|old|orig|backup|save|copy)\d*)$/s;

function part(id: string, role: string, load: 'whole' | 'name' = 'whole'): Place {
  return { type: 'part', scope: '', id, role, load };
}

function shared(role: string, load: 'whole' | 'name' = 'name'): Extract<Place, { type: 'shared' }> {
  return { type: 'shared', scope: '', role, load };
}

/**
 * The stores of the repository's working copies; outside a repository, the nearest upward. A home's `.tenex` is not a
 * project's: later versions keep settings and all projects there.
 */
export function tenexHomes({ home, cwd, worktrees }: Pick<HostEnvironment, 'home' | 'cwd' | 'worktrees'>): string[][] {
  const of = (folders: readonly string[]) => folders.filter((path) => path !== home).map((path) => tenexBelow(path));
  const upward = of(upFrom(cwd)).map((path) => [path]);
  return worktrees.length === 0 ? upward : [of(worktrees), ...upward];
}

/** Homes of later versions, with their settings and all projects. */
export function laterHomes({ home, env }: Pick<HostEnvironment, 'home' | 'env'>): string[] {
  return [env['TENEX_BASE_DIR'] || (home === null ? '' : tenexBelow(home))].filter((path) => path !== '');
}

function upFrom(folder: string): string[] {
  const all = [folder];
  for (let at = folder; at !== folderOf(at); all.push(at)) at = folderOf(at);
  return all;
}

function tenexBelow(folder: string): string {
  return folder.endsWith('/') ? `${folder}.tenex` : `${folder}/.tenex`;
}

/** The TENEX site of a path, recognised by names and a file's first bytes. */
export function recogniseTenex(candidate: CandidatePath): Site | null {
  if (isHomeOfOthers(candidate)) return null;
  return candidate.type === 'folder'
    ? (folderSite(candidate.path, candidate.names, candidate.above) ?? aroundBare(candidate))
    : fileSite(candidate);
}

/** True for a person's home: other programs' stores are beside the `.tenex` of later versions, and all are meant. */
function isHomeOfOthers({ path, names, inside }: CandidatePath): boolean {
  if (!names.includes('.tenex')) return false;
  return names.includes('.fnord') || inside?.(`${path}/.claude`).includes('projects') === true;
}

type NamesAbove = CandidatePath['above'];

const site = sitesOf('tenex');

function folderSite(path: string, names: readonly string[], above: NamesAbove): Site | null {
  if (isStore(path)) return site(path, 'store');
  if (names.includes('.tenex')) return site(`${path === '/' ? '' : path}/.tenex`, 'store');
  if (baseName(path) === 'conversations' && isStore(folderOf(path))) return site(folderOf(path), 'store');
  return (baseName(path) === 'archive' ? aroundArchive(above) : null) ?? bareSite(path, names);
}

function aroundArchive([parent, ...above]: NamesAbove): Site | null {
  const around = parent === undefined ? null : folderSite(parent.path, parent.names, above);
  return around !== null && parent?.path === conversationsOf(around) ? around : null;
}

/** The site in a folder with conversations but no `.tenex`: those alone are the store. */
function aroundBare({ path, names, inside }: CandidatePath): Site | null {
  const conversations = `${path === '/' ? '' : path}/conversations`;
  return names.includes('conversations') ? bareSite(conversations, inside?.(conversations) ?? []) : null;
}

function bareSite(path: string, names: readonly string[]): Site | null {
  return isConversations(path, names) ? site(path, 'folder') : null;
}

/** True for a project's `.tenex`, or a later version's project folder in a home's `.tenex`. */
function isStore(path: string): boolean {
  return baseName(path) === '.tenex' || /\/\.tenex\/projects\/[^/]+$/.test(path);
}

function isConversations(path: string, names: readonly string[]): boolean {
  const named = baseName(path) === 'conversations' || names.includes('archive');
  return names.some((name) => ID_FILE.test(name)) || (named && names.includes('metadata.json'));
}

const ID_FILE = /^[0-9a-f]{64}\.json$/;

function conversationsOf({ root, shape }: Site): string {
  return shape === 'store' ? `${root}/conversations` : root;
}

function fileSite(candidate: CandidatePath): Site | null {
  const { path, above } = candidate;
  const [folder] = above;
  const around = folder === undefined ? null : folderSite(folder.path, folder.names, above.slice(1));
  // A folder can prove its store. A file of the project around it does not belong to it.
  if (around === null || !path.startsWith(`${around.root}/`)) return loneFile(candidate);
  const file = path.slice(around.root.length + 1);
  const folders = [conversationsOf(around), `${conversationsOf(around)}/archive`];
  if (file === 'conversation.db') return around;
  if (!folders.includes(folderOf(path))) return null;
  return baseName(path) === 'metadata.json' && folderOf(path) === folders[0] ? around : { ...around, file };
}

function loneFile({ path, head }: CandidatePath): Site | null {
  if (!path.endsWith('.json') || !looksLikeConversation(head)) return null;
  return site(folderOf(path), 'file', null, baseName(path));
}

/** True if the head has keys that only TENEX writes together. */
function looksLikeConversation(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (!/^\s*\{/.test(text.replace(/^\xef\xbb\xbf/, ''))) return false;
  if (!hasKey(text, 'history')) return LATER_KEYS.some((key) => hasKey(text, key));
  // Other programs have a list of messages; TENEX has one only in an agent's context.
  return !hasKey(text, 'messages') || hasKey(text, 'agentContexts');
}

const LATER_KEYS = ['activeRal', 'nextRalNumber', 'agentTodos'];

function hasKey(text: string, key: string): boolean {
  return new RegExp(`"${key}"\\s*:`).test(text);
}
