import { dirname, join } from 'node:path';
import { foldersOf } from '../../model/check-change.ts';
import type { ReadDisk } from '../disk.ts';
import { statOf } from './look.ts';
import { NotAsPlanned } from './not-as-planned.ts';

/**
 * The absolute path of a path from a plan, once every folder on the way is known to be a folder and no link. Throws NotAsPlanned
 * where the way leads through a link or a file; folders that are missing are no obstacle.
 */
export function placeIn(disk: ReadDisk, root: string, path: string): string {
  // Names of a plan are plain: to have them normalised again costs as much as the looks.
  const below = root.endsWith('/') ? root : `${root}/`;
  for (const folder of foldersOf(path)) {
    const at = below + folder;
    const stat = statOf(disk, at);
    if (stat === null) break;
    if (stat.type === 'link') throw new NotAsPlanned(`is behind a link: ${at}`);
    if (stat.type !== 'folder') throw new NotAsPlanned(`is below something that is not a folder: ${at}`);
  }
  return below + path;
}

/** The first link on the way to a path below a root, absolute; null when there is none. */
export function linkOnTheWay(disk: ReadDisk, root: string, path: string): string | null {
  let at = root;
  for (const name of path.split('/').slice(0, -1)) {
    at = join(at, name);
    if (statOf(disk, at)?.type === 'link') return at;
  }
  return null;
}

/** As `linkOnTheWay`, but each folder is looked at once, however many paths go through it: for a look that is made again later. */
export function linkLook(disk: ReadDisk, root: string): (path: string) => string | null {
  const known = new Map<string, string | null>();
  return (path) => {
    const folder = dirname(path);
    const link = known.get(folder);
    if (link !== undefined) return link;
    const found = linkOnTheWay(disk, root, path);
    known.set(folder, found);
    return found;
  };
}

/** Those folders above `path` that do not exist, relative to the root, outermost first. */
export function missingAbove(disk: ReadDisk, root: string, path: string): string[] {
  const names = path.split('/').slice(0, -1);
  const out: string[] = [];
  for (let depth = 1; depth <= names.length; depth++) {
    const folder = names.slice(0, depth).join('/');
    if (out.length > 0 || statOf(disk, join(root, folder)) === null) out.push(folder);
  }
  return out;
}
