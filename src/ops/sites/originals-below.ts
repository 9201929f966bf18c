import { unless } from '../../io/disk/error-code.ts';
import { NotAsPlanned } from '../../io/disk/not-as-planned.ts';
import { placeIn } from '../../io/disk/place.ts';
import { seeFile } from '../../io/disk/seen-file.ts';
import type { Ranges } from '../survey/line-column.ts';
import type { World } from '../world.ts';

/** Files below a root, read in ranges. Null for a missing file, and behind a link. */
export function originalsBelow({ disk }: Pick<World, 'disk'>, root: string): (path: string) => Ranges | null {
  return (path) => {
    try {
      return originalIn(disk, placeIn(disk, root, path));
    } catch (error) {
      if (error instanceof NotAsPlanned) return null;
      throw error;
    }
  };
}

/** A file at an absolute path, read in ranges; null for none. */
export function originalIn(disk: World['disk'], path: string): Ranges | null {
  return unless(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTFILE'], () => seeFile(disk, path).source);
}
