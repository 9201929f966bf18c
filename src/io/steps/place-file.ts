import { errorCode } from '../disk/error-code.ts';
import { statOf } from '../disk/look.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { NotAsPlanned } from '../run/not-as-planned.ts';

/** The codes by which a file system says that it makes no hard link here. */
export const NO_LINKS: readonly string[] = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Gives a finished temporary file its name, never over another file. Throws NotAsPlanned when the name is taken.
 * Linked and unlinked, because a rename would replace what came in between.
 */
export function placeFile(disk: WriteDisk, temp: string, path: string): void {
  try {
    disk.link(temp, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw taken();
    if (!NO_LINKS.includes(errorCode(error) ?? '')) throw error;
    if (statOf(disk, path) !== null) throw taken();
    disk.rename(temp, path);
    return;
  }
  disk.unlink(temp);
}

function taken(): NotAsPlanned {
  return new NotAsPlanned('is in the way: it exists already');
}
