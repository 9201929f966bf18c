import type { EntryType, Place, Site } from '../../kind.ts';
import { conversationsFolder, idOf } from './layout.ts';
import { FILE_ROLES, type Role, type SharedRole } from './roles.ts';

const FOLDER: Place = { is: 'folder', scope: '' };
const FOREIGN: Place = { is: 'foreign' };

/** What a path of a site is to Rao (docs/formats/rao.md, "Folders"). */
export function place(site: Site, path: string, type: EntryType): Place {
  const whole = anywhere(site, path, type);
  return site.file === null ? whole : forOne(site.file, path, whole);
}

/** When one folder is asked for: that folder, and the tables of names. */
function forOne(only: string, path: string, whole: Place): Place {
  const inside = path === only || path.startsWith(`${only}/`) || only.startsWith(`${path}/`);
  if (whole.is === 'shared') return whole.role === 'names' || whole.role === 'archive-names' ? whole : FOREIGN;
  return inside || (whole.is === 'folder' && path.endsWith('archive')) ? whole : FOREIGN;
}

function anywhere(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  if (names[0] === '.convo') return FOREIGN;
  if (names.length === 1 && path === 'conversation_names.csv') return shared('names', 'whole');
  const folder = conversationsFolder(site);
  if (folder === '') return inConversations(names, type);
  if (names[0] !== folder) return FOREIGN;
  return names.length === 1 ? FOLDER : inConversations(names.slice(1), type);
}

function inConversations(names: readonly string[], type: EntryType): Place {
  const [first = '', ...rest] = names;
  if (first === '.convo') return FOREIGN;
  if (first !== 'archive' || (rest.length === 0 && type === 'file')) return inUnit(first, rest, type);
  if (rest.length === 0) return FOLDER;
  const [second = '', ...more] = rest;
  if (more.length === 0 && second === 'conversation_names.csv') return shared('archive-names', 'whole');
  return inUnit(second, more, type);
}

function inUnit(name: string, rest: readonly string[], type: EntryType): Place {
  const id = idOf(name);
  if (id === null) return rest.length === 0 ? shared('stray', 'name') : FOREIGN;
  if (rest.length > 0) return inFolder(id, rest, type);
  return type === 'folder' ? part(id, 'folder', true) : shared('no-folder', 'name');
}

const FOLDERS: Readonly<Record<string, { readonly self: Role; readonly file: Role }>> = {
  plots: { self: 'plots-folder', file: 'plots' },
  images_attached: { self: 'images-folder', file: 'image' },
};

/** What is in a folder of a conversation; nothing in it is passed over, since it is moved and deleted with it. */
function inFolder(id: string, names: readonly string[], type: EntryType): Place {
  const [first = '', second, ...rest] = names;
  const folder = FOLDERS[first];
  if (second === undefined) {
    if (type !== 'folder') return part(id, roleOf(first), false);
    return part(id, folder?.self ?? 'stray', folder !== undefined);
  }
  if (folder === undefined || rest.length > 0) return FOREIGN;
  return part(id, type === 'folder' ? 'stray' : folder.file, false);
}

function roleOf(name: string): Role {
  if (Object.hasOwn(FILE_ROLES, name)) return FILE_ROLES[name as keyof typeof FILE_ROLES];
  return /^background_summarization.*backup/.test(name) ? 'background-backup' : 'stray';
}

const NAME_ONLY: readonly Role[] = ['folder', 'plots-folder', 'images-folder', 'image', 'old', 'stray'];

function part(id: string, role: Role, inside: boolean): Place {
  const load = NAME_ONLY.includes(role) ? 'name' : 'whole';
  return { is: 'part', scope: '', id, role, load, ...(inside ? { inside } : {}) };
}

function shared(role: SharedRole, load: 'whole' | 'name'): Place {
  return { is: 'shared', scope: '', role, load };
}
