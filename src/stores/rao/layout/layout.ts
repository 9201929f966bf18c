import { isAtOrBelow, join } from '../../../model/path.ts';
import { FOREIGN } from '../../engine/layout.ts';
import type { EntryType, Place, Site } from '../../kind.ts';

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

/** R's number for such digits; null for NA, beyond its integers. */
export function numberOf(id: string): number | null {
  const number = Number(id);
  return number <= 2147483647 ? number : null;
}

/** Rao lists a folder's number, and opens the folder of that number. True if both are this one. */
export function isReached(id: string): boolean {
  const number = numberOf(id);
  return number !== null && String(number) === id;
}

/** Roles of a conversation's files, by name (docs/formats/rao.md, "Files"). */
export const FILE_ROLES = {
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
  /** `background_summarization_backup_*` and the like. */
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

/** See docs/formats/rao.md, "Folders". */
export function placeRao(site: Site, path: string, type: EntryType): Place {
  const whole = anywhere(site, path, type);
  return site.file === null ? whole : forOne(site.file, path, whole);
}

function forOne(only: string, path: string, whole: Place): Place {
  const inside = isAtOrBelow(path, only) || isAtOrBelow(only, path);
  if (whole.type === 'shared') return whole.role === 'names' || whole.role === 'archive-names' ? whole : FOREIGN;
  return inside || (whole.type === 'folder' && path.endsWith('archive')) ? whole : FOREIGN;
}

function anywhere(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  if (names[0] === '.convo') return FOREIGN;
  if (names.length === 1 && path === NAMES_FILE) return shared('names', 'whole');
  const folder = raoFolder(site);
  if (folder === '') return inConversations(names, 0, type);
  if (names[0] !== folder) return FOREIGN;
  return names.length === 1 ? FOLDER : inConversations(names, 1, type);
}

// `at`: first name to look at. A list of the rest would be made for every file.

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

/** A map: a folder may be named like a member of every object. */
const FOLDERS: ReadonlyMap<string, { readonly self: RaoRole; readonly file: RaoRole }> = new Map([
  ['plots', { self: 'plots-folder', file: 'plots' }],
  ['images_attached', { self: 'images-folder', file: 'image' }],
]);

/** Every file in a conversation's folder has a role, since it moves with it. */
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
