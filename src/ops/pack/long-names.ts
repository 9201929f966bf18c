import { dirname, join } from 'node:path';
import { errorCode } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { Failure } from '../../model/failure.ts';
import { existsAt } from '../sites/given.ts';
import type { ReadPack } from './read-pack.ts';

/** Every file system takes names and paths of as many bytes. */
const [ALWAYS, ALWAYS_WHOLE] = [100, 1024];
/** Bytes for a temporary name. */
const BESIDE = 64;

/** Tells paths below a folder that its file system cannot hold, because of a name or the whole; each name is tried once. */
export function longNamesBelow(disk: ReadDisk, folder: string): (path: string) => boolean {
  const there = nearest(disk, folder);
  const known = new Map<string, boolean>();
  const isLong = (name: string): boolean => {
    if (Buffer.byteLength(name) <= ALWAYS) return false;
    const answer = known.get(name) ?? isRefused(disk, join(there, name));
    known.set(name, answer);
    return answer;
  };
  return (path) => {
    const whole = join(folder, path);
    if (path.split('/').some(isLong)) return true;
    return Buffer.byteLength(whole) + BESIDE > ALWAYS_WHOLE && isRefused(disk, `${whole}${'/x'.repeat(BESIDE / 2)}`);
  };
}

/** The folder itself, or the nearest one above it that is there. */
function nearest(disk: ReadDisk, folder: string): string {
  return existsAt(disk, folder) || dirname(folder) === folder ? folder : nearest(disk, dirname(folder));
}

function isRefused(disk: ReadDisk, path: string): boolean {
  try {
    disk.lstat(path);
    return false;
  } catch (error) {
    return errorCode(error) === 'ENAMETOOLONG';
  }
}

/** Throws Failure `refused` for a pack with a name that the disk of this folder cannot hold. */
export function refuseLongNames(
  disk: ReadDisk,
  folder: string,
  { file, files }: Pick<ReadPack, 'file' | 'files'>,
): void {
  const isLong = longNamesBelow(disk, folder);
  const odd = [...files.keys()].find(isLong);
  if (odd === undefined) return;
  const what = `${file} holds ${JSON.stringify(odd)}, which ${TOO_LONG}`;
  throw new Failure('refused', what, 'Nothing was written. Name a folder on another disk, or with a shorter path.');
}

/** Read after the path. */
export const TOO_LONG = 'has a name that is too long for this disk';
