import type { Site } from '../../kind.ts';
import { join } from '../../path.ts';

/** The folder of one project's conversations, relative to the root; empty when it is the root itself. */
export function conversationsFolder({ shape }: Pick<Site, 'shape'>, scope: string): string {
  if (shape === 'home') return `projects/${scope}/conversations`;
  return shape === 'project' ? 'conversations' : '';
}

/** Where a conversation lies. */
export function conversationPath(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(conversationsFolder(site, scope), `${id}.json`);
}

/** Where our own archive keeps a conversation; fnord has none and its glob does not reach there. */
export function archivePath(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(conversationsFolder(site, scope), 'archive', `${id}.json`);
}

/** The semantic index entry of a conversation, a folder. */
export function indexFolder(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(conversationsFolder(site, scope), 'index', id);
}

/** Where our own archive keeps the entry. */
export function archivedIndexFolder(site: Pick<Site, 'shape'>, scope: string, id: string): string {
  return join(conversationsFolder(site, scope), 'archive', 'index', id);
}

/** fnord's lock for a file, a folder beside it (docs/formats/fnord.md, "Locks"). */
export function lockPath(path: string): string {
  return `${path}.lock`;
}

/** Seconds after which fnord takes over a lock. */
export const LOCK_STALE_AFTER = 120;
