import type { Site } from '../../kind.ts';
import { join } from '../../path.ts';

type Shaped = Pick<Site, 'shape'>;

/** The folder of all conversations, relative to the root; empty when it is the root itself. */
export function conversationsFolder({ shape }: Shaped): string {
  return shape === 'base' ? 'conversations' : '';
}

/** Where our own archive is; Rao lists `conversation_N` only, and so never looks into it. */
export function archiveFolder(site: Shaped): string {
  return join(conversationsFolder(site), 'archive');
}

/** The folder of a conversation; `id` is the digits of its name. */
export function conversationFolder(site: Shaped, id: string): string {
  return join(conversationsFolder(site), `conversation_${id}`);
}

/** Where our own archive keeps it. */
export function archivedFolder(site: Shaped, id: string): string {
  return join(archiveFolder(site), `conversation_${id}`);
}

/** The table of names, which is beside the folder of conversations. */
export function namesPath(_site: Shaped): string {
  return 'conversation_names.csv';
}

/** The names of archived conversations. */
export function archiveNamesPath(site: Shaped): string {
  return join(archiveFolder(site), 'conversation_names.csv');
}

/** The digits of a conversation's folder name, as they are; null for any other name. */
export function idOf(name: string): string | null {
  return /^conversation_([0-9]+)$/.exec(name)?.[1] ?? null;
}

/** The number that R makes of such digits; null beyond its integers, where R has NA. */
export function numberOf(id: string): number | null {
  const number = Number(id);
  return number <= 2147483647 ? number : null;
}

/** Does Rao open a folder of these digits: it lists the number that they make, and opens the folder of that number. */
export function isReached(id: string): boolean {
  const number = numberOf(id);
  return number !== null && String(number) === id;
}
