import { resolve } from 'node:path';
import { realAt } from '../../io/disk/look.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { Failure } from '../../model/failure.ts';

/** The two paths of a move, as they were typed. */
interface Typed {
  readonly cwd: string;
  readonly from: string;
  readonly to: string;
  /** Do not look whether the folder has moved. */
  readonly force: boolean;
}

/**
 * The two paths as programs know them: absolute, in NFC, the new one without links. Throws Failure `usage` when the old folder is
 * still there, or the new one is not.
 */
export function rehomePaths(disk: ReadDisk, { cwd, from, to, force }: Typed): { from: string; to: string } {
  const [old, wanted] = [from, to].map((path) => resolve(cwd, path)) as [string, string];
  if (old === '/' || wanted === '/') throw new Failure('usage', 'the root of the disk is not a project folder');
  const real = realAt(disk, wanted);
  if (real === null && !force)
    throw new Failure('usage', `${wanted} does not exist`, 'Move the folder first, or give --force.');
  const goal = (real ?? wanted).normalize('NFC');
  if (goal === old.normalize('NFC')) throw new Failure('usage', 'both paths are the same');
  if (realAt(disk, old) !== null && !force)
    throw new Failure('usage', `${old} still exists`, 'Move the folder first, or give --force.');
  return { from: old.normalize('NFC'), to: goal };
}
