import { join, jsonName } from '../../../model/path.ts';
import { FOREIGN } from '../../engine/layout.ts';
import type { EntryType, Place, Site } from '../../kind.ts';

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

/** TENEX names a conversation by the id of its first event. */
const EVENT_ID = /^[0-9a-f]{64}$/;

/** True if the file's name is the conversation's id. Outside a store it may be any name. */
export function namesItself({ shape }: Pick<Site, 'shape'>, id: string): boolean {
  return shape !== 'file' || EVENT_ID.test(id);
}

/** Bytes of a file name. */
const LONGEST = 255;

/**
 * True if an id names a file in the folder. TENEX puts any text into a path: `../x` leaves the store, `a/b` is a
 * folder, `metadata` the index (docs/formats/tenex.md).
 */
export function isSafeId(id: string): boolean {
  if (id === '' || id === 'metadata' || id.startsWith('.')) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not hold
  return !/[/\\\x00-\x1f\x7f]/.test(id) && !/\p{Surrogate}/u.test(id) && Buffer.byteLength(`${id}.json`) <= LONGEST;
}

const FOLDER: Place = { type: 'folder', scope: '' };

/** See docs/formats/tenex.md, "Layout and behaviour". */
export function placeTenex(site: Site, path: string, type: EntryType): Place {
  if (site.shape === 'file') return path === site.file ? part(jsonName(path), 'conversation') : FOREIGN;
  const whole = anywhere(site, path, type);
  return site.file === null ? whole : forOne(site.file, path, whole);
}

function forOne(file: string, path: string, whole: Place): Place {
  if (whole.type === 'part') return whole.id === jsonName(file) ? whole : FOREIGN;
  if (whole.type === 'folder') return whole;
  const kept = whole.type === 'shared' && ['index', 'archive-folder'].includes(whole.role);
  return kept || path === file ? whole : FOREIGN;
}

function anywhere({ shape }: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  if (shape === 'folder') return inConversations(names, type);
  if (names[0] !== 'conversations') return names.length === 1 ? besideConversations(path, type) : FOREIGN;
  return names.length === 1 ? FOLDER : inConversations(names.slice(1), type);
}

function besideConversations(name: string, type: EntryType): Place {
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
  const copied = COPY.exec(name)?.[1];
  if (copied !== undefined && type === 'file') return part(copied, 'copy', 'name');
  // TENEX takes any text for an id, but creates none with a leading dot.
  if (!name.endsWith('.json') || name.startsWith('.') || type === 'folder') return shared('stray');
  return part(jsonName(name), role, type === 'other' ? 'name' : 'whole');
}

/** Temporary names of programs that write atomically. */
const TEMPORARY = /^([^.].*)\.json\.(?:tmp(?:[.-].*)?|[\w-]+\.tmp)$/s;

/** Names of older copies by editors and people. */
const COPY = /^([^.].*)\.json(?:~|\.(?:bak|old|orig|backup|save|copy)\d*)$/s;

function part(id: string, role: string, load: 'whole' | 'name' = 'whole'): Place {
  return { type: 'part', scope: '', id, role, load };
}

function shared(role: string, load: 'whole' | 'name' = 'name'): Extract<Place, { type: 'shared' }> {
  return { type: 'shared', scope: '', role, load };
}
