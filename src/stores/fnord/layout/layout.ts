import type { OwnerLock } from '../../../model/plan.ts';
import type { Site } from '../../kind.ts';
import { join } from '../../path.ts';

/** The folder of one project's conversations, relative to the root; empty when it is the root itself. */
export function fnordFolder({ shape }: Pick<Site, 'shape'>, scope: string): string {
  if (shape === 'home') return `projects/${scope}/conversations`;
  return shape === 'project' ? 'conversations' : '';
}

/** Where a conversation is. */
export function fnordPath(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), `${id}.json`);
}

/** Where our own archive keeps a conversation; fnord has none and its glob does not reach there. */
export function fnordArchivePath(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), 'archive', `${id}.json`);
}

/** The semantic index entry of a conversation, a folder. */
export function indexFolder(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), 'index', id);
}

/** Where our own archive keeps the entry. */
export function archivedIndexFolder(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), 'archive', 'index', id);
}

/** The lock that fnord's own indexer takes for a conversation while it reads and writes it (docs/formats/fnord.md, "Locks"). */
export function conversationLock(site: Pick<Site, 'shape'>, scope: string, id: string): OwnerLock {
  return lockBeside(fnordPath(site, scope, id));
}

/** The lock that `fnord index` takes for an index entry. */
export function indexLock(site: Pick<Site, 'shape'>, scope: string, id: string): OwnerLock {
  return lockBeside(indexFolder(site, scope, id));
}

/** A folder beside what it locks: the settings are locked so, and what belongs to a conversation. */
export function lockBeside(path: string): OwnerLock {
  return { path: `${path}.lock`, staleAfter: LOCK_STALE_AFTER };
}

/** Seconds after which fnord takes over a lock. */
export const LOCK_STALE_AFTER = 120;

/** What fnord keeps in the store of a project besides its conversations; convo never looks inside. */
export const OTHER_DATA: ReadonlySet<string> = new Set([
  'files',
  'commits',
  'memory',
  'skills',
  'notes.md',
  'samskara',
  'plans',
]);

/** Names that no part of a project's name but the first can have: there they are what a store holds. */
const IN_A_STORE: ReadonlySet<string> = new Set([...OTHER_DATA, 'conversations', 'worktrees']);

/** Is this a name that only the store of a project holds. */
export function isInStore(name: string): boolean {
  return IN_A_STORE.has(name);
}

/** What is among projects and is not one: the data of version control, of file synchronisation and of convo. */
const NO_PROJECT: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.convo',
  '.stversions',
  '.stfolder',
  '.snapshots',
]);

/** Parts that a project's name may have, as in `host/group/org/repo`: no folder is searched for stores below that. */
const MOST_PARTS = 4;

/** The project that a path below `projects` belongs to, and what of the path is in its store; null for no project. */
export function splitProject(names: readonly string[]): {
  readonly scope: string | null;
  readonly rest: readonly string[];
} {
  const section = names.findIndex((name, i) => i > 0 && IN_A_STORE.has(name));
  const parts = section < 0 ? names : names.slice(0, section);
  const isProject = parts.length <= MOST_PARTS && !parts.some((part) => NO_PROJECT.has(part));
  return { scope: isProject ? parts.join('/') : null, rest: section < 0 ? [] : names.slice(section) };
}

/** Would a project of this name have its store where convo looks for stores. */
export function isReachable(project: string): boolean {
  const parts = project.split('/');
  const { scope } = splitProject(parts);
  return scope === project && !parts.some((part) => part === '' || part === '.' || part === '..');
}
