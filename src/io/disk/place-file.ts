import { errorCode, unless } from './error-code.ts';
import { statOf } from './look.ts';
import { NotAsPlanned } from './not-as-planned.ts';
import type { WriteDisk } from './write-disk.ts';

/** The codes by which a file system says that it makes no hard link here. */
const NO_LINKS: readonly string[] = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Gives a finished temporary file its name, never over another file. Throws NotAsPlanned when the name is taken.
 * Linked and unlinked, because a rename would replace what came in between.
 */
export function placeFile(disk: WriteDisk, temp: string, path: string): void {
  const isLinked = unless(['EEXIST'], () => tryLink(disk, temp, path));
  const isTaken = isLinked === null || (!isLinked && statOf(disk, path) !== null);
  if (isTaken) throw new NotAsPlanned('is in the way: it exists already');
  if (isLinked) disk.unlink(temp);
  else disk.rename(temp, path);
}

/** Gives a file another name; false where the file system makes no hard link here. Throws EEXIST for a name that is taken. */
export function tryLink(disk: WriteDisk, from: string, to: string): boolean {
  try {
    disk.link(from, to);
    return true;
  } catch (error) {
    if (NO_LINKS.includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}
