import { isUuid } from '../../../model/ids.ts';
import type { EntryType, LoadMode, Place } from '../../../model/part.ts';
import { baseName, folderOf } from '../../../model/path.ts';
import { FOLDER, FOREIGN, isGivenFile, mayHaveAnyName, partAt, sitesOf } from '../../engine/layout.ts';
import type { CandidatePath, Site } from '../../kind.ts';

export const STATE = 'session-state';
export const ARCHIVE = 'archive';
export const EVENTS = 'events.jsonl';
export const WORKSPACE = 'workspace.yaml';
const BACKUP = /^events\.jsonl\.backup-before-recovery-[0-9a-f]+$/;
const LOCK = /^inuse\.(\d+)\.lock$/;

/** The process that has the session open, by the name of a lock file; null for any other file. */
export function pidIn(name: string): number | null {
  const [, pid] = LOCK.exec(name) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** The place of a path (docs/formats/copilot.md, "Files"). */
export function placeCopilot(site: Site, path: string, type: EntryType): Place {
  if (site.shape === ALONE) return aloneAt(site, path);
  const names = path.split('/');
  if (site.shape === 'session') return inSession(baseName(site.root), names, type, '');
  const [first, id, ...rest] = names;
  if (first !== STATE && first !== ARCHIVE) return FOREIGN;
  if (id === undefined) return FOLDER;
  if (site.file !== null && site.file.split('/')[1] !== id) return FOREIGN;
  const archived = first === ARCHIVE ? 'archived-' : '';
  if (rest.length > 0) return inSession(id, rest, type, archived);
  // A name with a dot is no id: the program's locks are in such a folder.
  if (type === 'file' || type === 'other' || id.startsWith('.')) return FOREIGN;
  return walkedFolder(id, `${archived}folder`);
}

function walkedFolder(id: string, role: string): Place {
  return { type: 'part', scope: '', id, role, load: 'name', inside: true };
}

/** Every file in a session's folder has a role, since it moves with it. */
function inSession(id: string, [name = '', ...rest]: readonly string[], type: EntryType, archived: string): Place {
  if (name === '.convo') return FOREIGN;
  if (type === 'folder') return walkedFolder(id, `${archived}side`);
  const [role, load] = rest.length === 0 ? fileRole(name, type) : (['side', 'name'] as const);
  return partAt('', id, `${archived}${role}`, load);
}

function fileRole(name: string, type: EntryType): readonly [role: string, load: LoadMode] {
  if (name === EVENTS) return ['events', type === 'other' ? 'name' : 'lines'];
  if (name === WORKSPACE) return ['workspace', 'whole'];
  if (BACKUP.test(name)) return ['backup', 'lines'];
  return [pidIn(name) === null ? 'side' : 'lock', 'name'];
}

/** The site that a path belongs to, known from names; null for any other path. */
export function recogniseCopilot(candidate: CandidatePath): Site | null {
  const { path, type, names, above } = candidate;
  if (type === 'folder' && isHome(candidate, path, names)) return site(path, 'home');
  const home = above.find((each) => isHome(candidate, each.path, each.names));
  if (home !== undefined) return siteWithin(home.path, path);
  const folder = type === 'folder' ? { path, names } : above[0];
  const isOwn = type === 'folder' || baseName(path) === EVENTS;
  if (isOwn && folder !== undefined && isSession(folder.names)) return site(folder.path, 'session');
  return type === 'file' ? loneFile(candidate) : null;
}

/** Shape of a site of one file of events, which is candidate by its path. */
const ALONE = 'folder';

function loneFile(candidate: CandidatePath): Site | null {
  const { path, head } = candidate;
  const isOne =
    mayHaveAnyName(candidate, isHome) && BEGINNING.test(Buffer.from(head.subarray(0, 1024)).toString('latin1'));
  return isOne ? site(folderOf(path), ALONE, null, baseName(path)) : null;
}

const BEGINNING = /^\s*\{[^\n]*"type"\s*:\s*"session\.start"/;

function aloneAt(site: Site, path: string): Place {
  return isGivenFile(site, path) ? partAt('', path.replace(/\.jsonl$/, ''), 'events', 'lines') : FOREIGN;
}

const site = sitesOf('copilot');

/** True for Copilot's home. The folder's name alone is not enough: other programs have one. */
function isHome({ inside = () => [] }: CandidatePath, home: string, names: readonly string[]): boolean {
  if (baseName(home) === '.copilot')
    return [STATE, 'config.json', 'session-store.db'].some((name) => names.includes(name));
  if (!names.includes(STATE)) return false;
  const ids = inside(`${home}/${STATE}`).slice(0, MAX_SESSIONS_LOOKED_AT);
  return names.includes('.convo') || ids.some((id) => isSession(inside(`${home}/${STATE}/${id}`), isUuid(id)));
}

const MAX_SESSIONS_LOOKED_AT = 200;
const OTHER_FILES = ['workspace.yaml', 'checkpoints', 'rewind-file-snapshots', 'session.db'];

/** True for the folder of a session; in a folder named by an id, the events alone are enough. */
function isSession(names: readonly string[], isNamed = false): boolean {
  return names.includes(EVENTS) && (isNamed || OTHER_FILES.some((name) => names.includes(name)));
}

function siteWithin(home: string, path: string): Site | null {
  const below = path.slice(home.length + 1);
  const [first, id] = below.split('/');
  if (first !== STATE && first !== ARCHIVE) return null;
  return site(home, 'home', null, id === undefined ? null : `${first}/${id}/${EVENTS}`);
}
