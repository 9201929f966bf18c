import type { EntryType, Place, Site } from '../../kind.ts';
import { baseName } from '../../path.ts';

const FOLDER: Place = { is: 'folder', scope: '' };
const FOREIGN: Place = { is: 'foreign' };

/** What a path of a site is to TENEX (docs/formats/tenex.md, "Layout and behaviour"). */
export function place(site: Site, path: string, type: EntryType): Place {
  if (site.shape === 'file') return path === site.file ? part(idOf(path), 'conversation') : FOREIGN;
  const whole = anywhere(site, path, type);
  return site.file === null ? whole : forOne(site.file, path, whole);
}

/** When one file is asked for: all files of its id, and what their index is. */
function forOne(file: string, path: string, whole: Place): Place {
  if (whole.is === 'part') return whole.id === idOf(file) ? whole : FOREIGN;
  if (whole.is === 'folder') return whole;
  const kept = whole.is === 'shared' && ['index', 'archive-folder'].includes(whole.role);
  return kept || path === file ? whole : FOREIGN;
}

function anywhere({ shape }: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  if (shape === 'folder') return inConversations(names, type);
  if (names[0] !== 'conversations') return names.length === 1 ? besideConversations(path, type) : FOREIGN;
  return names.length === 1 ? FOLDER : inConversations(names.slice(1), type);
}

/** What later versions put beside the folder. */
function besideConversations(name: string, type: EntryType): Place {
  if (name === 'conversation.db' && type !== 'folder')
    return { is: 'shared', scope: '', role: 'database', load: 'head' };
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
  if (temporary !== undefined && type === 'file') return part(temporary, 'temporary');
  const copied = COPY.exec(name)?.[1];
  if (copied !== undefined && type === 'file') return part(copied, 'copy', 'name');
  // TENEX takes any text for an id, but gives none that begins with a dot.
  if (!name.endsWith('.json') || name.startsWith('.') || type === 'folder') return shared('stray');
  return part(idOf(name), role, type === 'other' ? 'name' : 'whole');
}

/** What programs that write with care leave behind when they are cut off. */
const TEMPORARY = /^([^.].*)\.json\.(?:tmp(?:[.-].*)?|[\w-]+\.tmp)$/s;

/** What editors and people name an older copy. */
const COPY = /^([^.].*)\.json(?:~|\.(?:bak|old|orig|backup|save|copy)\d*)$/s;

/** The id that a file name gives a conversation. */
function idOf(path: string): string {
  const name = baseName(path);
  return name.endsWith('.json') ? name.slice(0, -'.json'.length) : name;
}

function part(id: string, role: string, load: 'whole' | 'name' = 'whole'): Place {
  return { is: 'part', scope: '', id, role, load };
}

function shared(role: string, load: 'whole' | 'name' = 'name'): Extract<Place, { is: 'shared' }> {
  return { is: 'shared', scope: '', role, load };
}
