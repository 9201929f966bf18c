import type { EntryType, Place } from '../../../model/part.ts';
import { baseName, folderOf, isAtOrBelow, join, jsonName } from '../../../model/path.ts';
import type { OwnerLock } from '../../../model/plan.ts';
import { FOLDER, FOREIGN, partAt, sharedAt } from '../../engine/layout.ts';
import type { Site } from '../../kind.ts';

/** Folder of a project's conversations, relative to the root; empty for the root itself. */
export function fnordFolder({ shape }: Pick<Site, 'shape'>, scope: string): string {
  if (shape === 'home') return `projects/${scope}/conversations`;
  return shape === 'project' ? 'conversations' : '';
}

export function fnordPath(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), `${id}.json`);
}

export function fnordArchivePath(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), 'archive', `${id}.json`);
}

export function indexFolder(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), 'index', id);
}

export function archivedIndexFolder(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), 'archive', 'index', id);
}

/** The lock fnord's indexer holds while it reads or writes a conversation (docs/formats/fnord.md, "Locks"). */
export function conversationLock(site: Pick<Site, 'shape'>, scope: string, id: string): OwnerLock {
  return lockFor(fnordPath(site, scope, id));
}

export function indexLock(site: Pick<Site, 'shape'>, scope: string, id: string): OwnerLock {
  return lockFor(indexFolder(site, scope, id));
}

/** Locks of settings and of conversations are folders beside them. */
export function lockFor(path: string): OwnerLock {
  return { path: `${path}.lock`, staleAfter: LOCK_STALE_AFTER };
}

/** Seconds after which fnord takes over a lock. */
export const LOCK_STALE_AFTER = 120;

/** Other data in a project's store. convo never looks inside. */
const OTHER_DATA: ReadonlySet<string> = new Set([
  'files',
  'commits',
  'memory',
  'skills',
  'notes.md',
  'samskara',
  'plans',
]);

/** Store contents. A project name can have them as its first part only. */
const IN_A_STORE: ReadonlySet<string> = new Set([...OTHER_DATA, 'conversations', 'worktrees']);

export function isInStore(name: string): boolean {
  return IN_A_STORE.has(name);
}

/** Folders beside projects that are not projects: data of version control, file synchronisation and convo. */
const NO_PROJECT: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.convo',
  '.stversions',
  '.stfolder',
  '.snapshots',
]);

/** Parts of a project name, as in `host/group/org/repo`. Stores below that are not searched for. */
const MAX_NAME_PARTS = 4;

export function splitProject(names: readonly string[]): {
  readonly scope: string | null;
  readonly rest: readonly string[];
} {
  const section = names.findIndex((name, i) => i > 0 && IN_A_STORE.has(name));
  const parts = section < 0 ? names : names.slice(0, section);
  const isProject = parts.length <= MAX_NAME_PARTS && !parts.some((part) => NO_PROJECT.has(part));
  return { scope: isProject ? parts.join('/') : null, rest: section < 0 ? [] : names.slice(section) };
}

export function isReachable(project: string): boolean {
  const parts = project.split('/');
  const { scope } = splitProject(parts);
  return scope === project && !parts.some((part) => part === '' || part === '.' || part === '..');
}

/** See docs/formats/fnord.md, "Home". */
export function placeFnord(site: Site, path: string, type: EntryType): Place {
  const place = placeAnywhere(site, path, type);
  return site.file === null ? place : forOne(site.file, path, place);
}

function forOne(file: string, path: string, place: Place): Place {
  const id = jsonName(file);
  if (place.type === 'part') {
    const other = (place.role === 'conversation' || place.role === 'archived') && path !== file;
    return place.id === id && !other ? place : FOREIGN;
  }
  const name = baseName(path);
  const leads = file.startsWith(`${path}/`) || name === id || ['index', 'archive', 'worktrees'].includes(name);
  return place.type === 'folder' && leads ? FOLDER : FOREIGN;
}

function placeAnywhere(site: Site, path: string, type: EntryType): Place {
  if (site.shape === 'file') {
    const id = jsonName(path);
    return path === site.file ? partAt(site.scope ?? '', id, 'conversation', 'whole') : FOREIGN;
  }
  const project = projectIn(site, folderOf(path));
  if (project !== null) return amongConversations(baseName(path), type, project);
  const names = path.split('/');
  if (site.shape === 'home') return inHome(names, type, site.scope);
  const scope = site.scope ?? '';
  return site.shape === 'project' ? inProject(names, type, scope) : inConversations(names, type, scope);
}

function projectIn(site: Site, folder: string): string | null {
  const { shape, scope: only } = site;
  if (shape !== 'home') return folder === fnordFolder(site, '') ? (only ?? '') : null;
  if (!folder.startsWith('projects/') || baseName(folder) !== 'conversations') return null;
  const { scope, rest } = splitProject(folder.split('/').slice(1));
  return rest.length === 1 && scope !== null && isWithin(scope, only) ? scope : null;
}

const HOME_FILES: readonly string[] = [
  'usage.json',
  'memory',
  'memories',
  'skills',
  'frobs',
  'tools',
  'outputs',
  'logs',
];

function inHome(names: readonly string[], type: EntryType, only: string | null): Place {
  const [first = '', second = ''] = names;
  if (first !== 'projects') return only === null ? placeInHome(first, second, type, names.length) : FOREIGN;
  return names.length === 1 ? FOLDER : inProjects(names.slice(1), type, only);
}

/** Place of a path below `projects`. A project's name may have slashes, which nest its store. */
function inProjects(names: readonly string[], type: EntryType, only: string | null): Place {
  const { scope, rest } = splitProject(names);
  if (scope === null) return FOREIGN;
  if (rest.length === 0) return towardsStore(names, scope, type, only);
  const isNestedFile = type === 'file' && names.length > 2 && rest.length === 1;
  return isNestedFile || !isWithin(scope, only) ? FOREIGN : inProject(rest, type, scope);
}

/** Place outside of stores: a project's folder, a folder above projects, or an old file entry. */
function towardsStore(names: readonly string[], scope: string, type: EntryType, only: string | null): Place {
  if (names.at(-1) === 'metadata.json' && names.length > 2) {
    const project = names.slice(0, -2).join('/');
    return isWithin(project, only) ? sharedAt(project, 'loose-entry', 'name') : FOREIGN;
  }
  const isFolder = type === 'folder' || (type !== 'file' && names.length === 1);
  return isFolder && (isWithin(scope, only) || (only !== null && isAtOrBelow(only, scope)))
    ? { type: 'folder', scope }
    : FOREIGN;
}

/** True for a scope in `only`, which includes the projects below its folder. */
function isWithin(scope: string, only: string | null): boolean {
  return only === null || isAtOrBelow(scope, only);
}

function placeInHome(first: string, second: string, type: EntryType, depth: number): Place {
  if (first.startsWith('.') || HOME_FILES.includes(first)) return FOREIGN;
  if (depth === 1) return atTop(first, type);
  // Older fnord had stores directly in the home.
  const old = depth === 2 && second === 'conversations' && type === 'folder';
  return old ? sharedAt(first, 'old-project', 'name') : FOREIGN;
}

function atTop(name: string, type: EntryType): Place {
  if (name === 'settings.json') return sharedAt(null, 'settings', 'whole');
  if (type !== 'folder') return FOREIGN;
  return name === 'default' ? sharedAt(null, 'default', 'name') : FOLDER;
}

function inProject(names: readonly string[], type: EntryType, scope: string): Place {
  const [first = '', second = '', ...rest] = names;
  if (OTHER_DATA.has(first) || first.startsWith('.')) return FOREIGN;
  if (names.length === 1) return type === 'file' || type === 'other' ? FOREIGN : FOLDER;
  if (first === 'conversations') return inConversations([second, ...rest], type, scope);
  if (rest.length > 0) return FOREIGN;
  if (first === 'worktrees') return partAt(scope, second, 'worktree', 'name');
  return second === 'metadata.json' ? sharedAt(scope, 'loose-entry', 'name') : FOREIGN;
}

function amongConversations(name: string, type: EntryType, scope: string): Place {
  if (name === '.convo') return FOREIGN;
  return isBranch(name, type) ? FOLDER : oneName(name, type, scope, 'conversation');
}

function inConversations(names: readonly string[], type: EntryType, scope: string): Place {
  const [first = '', second = '', ...rest] = names;
  if (names.length === 1 || first === '.convo') return amongConversations(first, type, scope);
  if (first === 'index') return inIndex([second, ...rest], type, scope, '');
  if (first !== 'archive') return FOREIGN;
  if (second === 'index') return rest.length === 0 ? FOLDER : inIndex(rest, type, scope, 'archived-');
  return names.length === 2 ? oneName(second, type, scope, 'archived') : FOREIGN;
}

function isBranch(name: string, type: EntryType): boolean {
  return (name === 'index' || name === 'archive') && type !== 'file';
}

function inIndex(names: readonly string[], type: EntryType, scope: string, role: '' | 'archived-'): Place {
  const [id = '', name = ''] = names;
  const lock = lockOf(id, /^(.+)\.lock(\.(?:stale|released|tmp)\.-?\d+)?$/s);
  if (names.length === 1 && lock !== null && type === 'folder') return partAt(scope, lock.id, lock.role, 'name');
  if (names.length === 1) return type === 'folder' ? FOLDER : sharedAt(scope, 'stray', 'name');
  if (names.length > 2 || lock !== null) return FOREIGN;
  if (type === 'file' && name === 'metadata.json') return partAt(scope, id, `${role}index-metadata`, 'whole');
  if (type === 'file' && name === 'embeddings.json') return partAt(scope, id, `${role}index-embeddings`, 'whole');
  return partAt(scope, id, `${role}index-other`, 'name');
}

function oneName(name: string, type: EntryType, scope: string, role: 'conversation' | 'archived'): Place {
  // fnord's glob skips dotfiles and is case-sensitive about the suffix.
  if (!name.endsWith('.json')) return otherPlace(name, type, scope);
  if (name.startsWith('.')) return sharedAt(scope, 'stray', 'name');
  const id = name.slice(0, -'.json'.length);
  return partAt(scope, id, role, type === 'folder' || type === 'other' ? 'name' : 'whole');
}

function otherPlace(name: string, type: EntryType, scope: string): Place {
  const lock = lockOf(name, /^(.+)\.json\.lock(\.(?:stale|released|tmp)\.-?\d+)?$/s);
  if (lock !== null) return partAt(scope, lock.id, lock.role, 'name');
  const temporary = /^(.+)\.json\.tmp(?:\.\d+\.-?\d+)?$/s.exec(name)?.[1];
  return temporary !== undefined && type === 'file'
    ? { type: 'part', scope, id: temporary, role: 'temporary', load: 'whole', passing: true }
    : sharedAt(scope, 'stray', 'name');
}

function lockOf(name: string, pattern: RegExp): { readonly id: string; readonly role: string } | null {
  const [, id, rest] = pattern.exec(name) ?? [];
  if (id === undefined) return null;
  return { id, role: rest === undefined ? 'lock' : 'lock-rest' };
}
