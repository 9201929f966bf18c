import { unless } from '../../io/disk/error-code.ts';
import { placeIn } from '../../io/disk/place.ts';
import { NotAsPlanned } from '../../io/run/not-as-planned.ts';
import type { World } from '../world.ts';

/** Reads files below a root as they are now; null for what is not there, or lies behind a link. */
export function originalsBelow({ disk }: World, root: string): (path: string) => Uint8Array | null {
  return (path) => {
    try {
      const at = placeIn(disk, root, path);
      return unless(['ENOENT', 'ENOTDIR', 'EISDIR'], () => disk.read(at));
    } catch (error) {
      if (error instanceof NotAsPlanned) return null;
      throw error;
    }
  };
}
