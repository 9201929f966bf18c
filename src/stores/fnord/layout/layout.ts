import { join } from '../../../model/path.ts';
import type { OwnerLock } from '../../../model/plan.ts';
import type { Site } from '../../kind.ts';

/** Folder of a project's conversations, relative to the root; empty for the root itself. */
export function fnordFolder({ shape }: Pick<Site, 'shape'>, scope: string): string {
  if (shape === 'home') return `projects/${scope}/conversations`;
  return shape === 'project' ? 'conversations' : '';
}

export function fnordPath(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(fnordFolder(site, scope), `${id}.json`);
}

/** Path in convo's archive. fnord has no archive, and its glob does not reach there. */
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
  return lockBeside(fnordPath(site, scope, id));
}

export function indexLock(site: Pick<Site, 'shape'>, scope: string, id: string): OwnerLock {
  return lockBeside(indexFolder(site, scope, id));
}

/** Locks of settings and of conversations are folders beside them. */
export function lockBeside(path: string): OwnerLock {
  return { path: `${path}.lock`, staleAfter: LOCK_STALE_AFTER };
}

/** Seconds after which fnord takes over a lock. */
export const LOCK_STALE_AFTER = 120;

/** Other data in a project's store. convo never looks inside. */
export const OTHER_DATA: ReadonlySet<string> = new Set([
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

/** Neighbours of projects that are none: data of version control, file synchronisation and convo. */
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
const MOST_PARTS = 4;

/** Splits a path below `projects` into its project and its path in the store. */
export function splitProject(names: readonly string[]): {
  readonly scope: string | null;
  readonly rest: readonly string[];
} {
  const section = names.findIndex((name, i) => i > 0 && IN_A_STORE.has(name));
  const parts = section < 0 ? names : names.slice(0, section);
  const isProject = parts.length <= MOST_PARTS && !parts.some((part) => NO_PROJECT.has(part));
  return { scope: isProject ? parts.join('/') : null, rest: section < 0 ? [] : names.slice(section) };
}

export function isReachable(project: string): boolean {
  const parts = project.split('/');
  const { scope } = splitProject(parts);
  return scope === project && !parts.some((part) => part === '' || part === '.' || part === '..');
}
