import { errorCode, unless } from './error-code.ts';
import { statOf } from './look.ts';
import { NotAsPlanned } from './not-as-planned.ts';
import type { WriteDisk } from './write-disk.ts';

/** Error codes for impossible hard links. */
const NO_LINKS: readonly string[] = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Gives a temporary file its name, never over another. Throws NotAsPlanned if taken. A link and unlink, because a rename would
 * replace a file that appeared meanwhile.
 */
export function placeFile(disk: WriteDisk, temp: string, path: string): void {
  const isLinked = unless(['EEXIST'], () => tryLink(disk, temp, path));
  const isTaken = isLinked === null || (!isLinked && statOf(disk, path) !== null);
  if (isTaken) throw new NotAsPlanned('is in the way: it exists already');
  if (isLinked) disk.unlink(temp);
  else disk.rename(temp, path);
}

/** False where hard links are impossible. Throws EEXIST. */
export function tryLink(disk: WriteDisk, from: string, to: string): boolean {
  try {
    disk.link(from, to);
    return true;
  } catch (error) {
    if (NO_LINKS.includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
