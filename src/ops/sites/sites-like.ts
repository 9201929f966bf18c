import { errorCode } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { readingWords } from '../../io/walk/read-finding.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { recogniseAt } from './recognise.ts';

/** What a pattern may reach into, and why it cannot be read. */
export interface Unread {
  readonly path: string;
  readonly reason: string;
}

/** The stores among the files and folders that a pattern matches; anything else it matches is passed over. */
export async function sitesLike(
  disk: ReadDisk,
  kinds: readonly Kind[],
  pattern: string,
  cwd: string,
): Promise<{ readonly sites: readonly Site[]; readonly unread: readonly Unread[] }> {
  // Few command lines hold a pattern, and loading what matches it takes longer than most of them.
  const { glob } = await import('../../io/walk/glob.ts');
  const { paths, unread } = await glob(pattern, cwd);
  const closed: Unread[] = [];
  const sites = paths.flatMap((path) => {
    const reason = whyClosed(disk, path);
    if (reason === null) return recogniseAt(disk, kinds, path) ?? [];
    if (reason !== '') closed.push({ path, reason });
    return [];
  });
  return { sites, unread: [...unread, ...closed] };
}

/** Levels below a folder in which stores are looked for: `HOST/USER/.fnord`, `ORG/REPOSITORY/.tenex`. */
const DEPTH = 4;

/** The stores below a folder that is none itself, each once; nothing is looked for inside a store. */
export async function sitesBelow(
  disk: ReadDisk,
  kinds: readonly Kind[],
  folder: string,
): Promise<{ readonly sites: readonly Site[]; readonly unread: readonly Unread[] }> {
  const { foldersBelow } = await import('../../io/walk/glob.ts');
  const { paths, unread } = await foldersBelow(folder, DEPTH);
  const sites: Site[] = [];
  for (const path of paths) {
    if (sites.some(({ root }) => path === root || path.startsWith(`${root}/`))) continue;
    if (whyClosed(disk, path) !== null) continue;
    const site = recogniseAt(disk, kinds, path);
    if (site !== null) sites.push(site);
  }
  return { sites, unread };
}

/** Null for what can be read, empty for what is neither file nor folder or leads nowhere. */
function whyClosed(disk: ReadDisk, path: string): string | null {
  try {
    const { type } = disk.stat(path);
    if (type === 'folder') disk.list(path);
    else if (type === 'file') disk.read(path, 1);
    else return '';
    return null;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '') ? '' : readingWords(error);
  }
}
