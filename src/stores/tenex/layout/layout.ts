import type { Site } from '../../kind.ts';
import { join } from '../../path.ts';

/** The folder of the conversations, relative to the root; empty when it is the root itself. */
export function conversationsFolder({ shape }: Pick<Site, 'shape'>): string {
  return shape === 'store' ? 'conversations' : '';
}

/** The folder of the archived ones, which TENEX makes when it starts and needs when it archives. */
export function archiveFolder(site: Pick<Site, 'shape'>): string {
  return join(conversationsFolder(site), 'archive');
}

/** Where an active conversation is. */
export function conversationPath(site: Pick<Site, 'shape'>, id: string): string {
  return join(conversationsFolder(site), `${id}.json`);
}

/** Where an archived one is. */
export function archivePath(site: Pick<Site, 'shape'>, id: string): string {
  return join(archiveFolder(site), `${id}.json`);
}

/** Where the index is. */
export function indexPath(site: Pick<Site, 'shape'>): string {
  return join(conversationsFolder(site), 'metadata.json');
}

/** What TENEX itself names a conversation by: the id of its first event. */
const EVENT_ID = /^[0-9a-f]{64}$/;

/** Is the name of a file the id of its conversation: outside of a store it may have been given any other. */
export function namesItself({ shape }: Pick<Site, 'shape'>, id: string): boolean {
  return shape !== 'file' || EVENT_ID.test(id);
}

/** Bytes that a file name may have. */
const LONGEST = 255;

/**
 * Can an id name a file in the folder, and nothing else? TENEX puts any text into a path: `../x` leads out of the store, `a/b`
 * into a folder, `metadata` onto the index (docs/formats/tenex.md).
 */
export function isSafeId(id: string): boolean {
  if (id === '' || id === 'metadata' || id.startsWith('.')) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not hold
  return !/[/\\\x00-\x1f\x7f]/.test(id) && !/\p{Surrogate}/u.test(id) && Buffer.byteLength(`${id}.json`) <= LONGEST;
}
