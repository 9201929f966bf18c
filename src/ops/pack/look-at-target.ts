import { digestFile } from '../../io/disk/digest.ts';
import { errorCode } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { FileRange } from '../../model/plan.ts';
import type { KnownId } from '../known-ids.ts';
import { locatePath } from '../survey/locate.ts';
import { TOO_LONG } from './long-names.ts';
import type { PackedUnit } from './packed-units.ts';
import type { Target } from './unpack-target.ts';

/** Whether a conversation of a pack can go where it was: `free`, there already byte for byte, or in the way, and why. */
export type Fit =
  | { readonly type: 'free'; readonly notes: readonly string[] }
  | { readonly type: 'same' | 'taken'; readonly reason: string };

/** Looks for files at the place of a conversation, and under its id. */
export function fitOf(
  disk: ReadDisk,
  { site }: Target,
  unit: PackedUnit,
  known: readonly KnownId[],
  isLong: (path: string) => boolean,
): Fit {
  const long = unit.files.find(([path]) => isLong(path));
  if (long !== undefined) return { type: 'taken', reason: `is not unpacked: ${locatePath(site, long[0])} ${TOO_LONG}` };
  const looks = unit.files.map(([path, range]) => ({
    path: locatePath(site, path),
    look: lookAt(disk, locatePath(site, path), range),
  }));
  const other = looks.find(({ look }) => look !== 'same' && look !== 'absent');
  if (other !== undefined) return { type: 'taken', reason: `is not unpacked: ${other.path} ${other.look}` };
  if (looks.every(({ look }) => look === 'same')) return { type: 'same', reason: 'is there already, byte for byte' };
  const here = known.find(({ scope, paths }) => scope === unit.scope && paths.length > 0);
  if (here !== undefined)
    return {
      type: 'taken',
      reason: `is not unpacked: its id is there already (${locatePath(site, here.paths[0] ?? '')}), with other files`,
    };
  const others = known.filter(({ scope, paths }) => scope !== unit.scope && paths.length > 0);
  return {
    type: 'free',
    notes: others.map(({ paths }) => `its id is there in another project too: ${locatePath(site, paths[0] ?? '')}`),
  };
}

/** `absent`, `same`, or why a file cannot be made here, to be read after its path. */
function lookAt(disk: ReadDisk, path: string, { size, was }: FileRange): string {
  try {
    const stat = disk.lstat(path);
    if (stat.type !== 'file') return 'is in the way, and no file';
    return stat.size === size && digestFile(disk, path) === was ? 'same' : 'is in the way: it holds other bytes';
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return 'absent';
    if (code === 'ENOTDIR') return 'is below a file';
    if (code === 'ENAMETOOLONG') return TOO_LONG;
    throw error;
  }
}
