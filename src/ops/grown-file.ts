import { digestFile } from '../io/disk/digest.ts';
import { errorCode } from '../io/disk/error-code.ts';
import { digestSource, rangeSource } from '../io/disk/file-source.ts';
import type { ReadDisk, Stat } from '../io/disk.ts';
import type { Digest, FileRange, Step } from '../model/plan.ts';
import { countOf } from '../stores/words.ts';

/**
 * A file in a store compared with a copy. `shorter`: the copy begins with all of the file. `longer`: the file begins with all of the copy.
 * `other`: neither, or no file can be there.
 */
export type Comparison =
  | { readonly type: 'absent' | 'same' | 'longer' }
  | { readonly type: 'shorter'; readonly was: Digest; readonly more: number }
  | { readonly type: 'other'; readonly why: string };

/** Compares a file with a copy. Throws the system's error. */
export function compareWithCopy(disk: ReadDisk, path: string, copy: FileRange): Comparison {
  try {
    const stat = disk.lstat(path);
    return stat.type === 'file'
      ? compareBytes(disk, path, stat, copy)
      : { type: 'other', why: 'is in the way, and no file' };
  } catch (error) {
    const why = WHY_NO_FILE[errorCode(error) ?? ''];
    if (why === undefined) throw error;
    return why === null ? { type: 'absent' } : { type: 'other', why };
  }
}

function compareBytes(disk: ReadDisk, path: string, { size }: Stat, copy: FileRange): Comparison {
  const other = { type: 'other', why: OTHER_BYTES } as const;
  if (size >= copy.size) {
    if (digestFile(disk, path, copy.size) !== copy.was) return other;
    return { type: size === copy.size ? 'same' : 'longer' };
  }
  const was = digestFile(disk, path);
  const beginning = rangeSource(disk, { ...copy, size }, disk.stat(copy.file));
  return digestSource(beginning) === was ? { type: 'shorter', was, more: copy.size - size } : other;
}

export const OTHER_BYTES = 'is in the way: it holds other bytes';
export const WITH_MORE = 'is there already, with more';
export const TOO_LONG = 'has a name that is too long for this disk';

const WHY_NO_FILE: Readonly<Record<string, string | null>> = {
  ENOENT: null,
  ENOTDIR: 'is below a file',
  ENAMETOOLONG: TOO_LONG,
};

/** The step that puts a copy where the file is missing, or is its beginning; null if the file has all of the copy. */
export function putOf(path: string, found: Comparison, copy: FileRange): Extract<Step, { do: 'put' }> | null {
  const content = { from: 'range', ...copy, edits: [] } as const;
  if (found.type === 'absent') return { do: 'put', path, was: 'absent', content };
  return found.type === 'shorter' ? { do: 'put', path, was: found.was, content } : null;
}

export function growthNotes(found: readonly Comparison[]): string[] {
  const more = found.reduce((sum, each) => sum + (each.type === 'shorter' ? each.more : 0), 0);
  return more === 0 ? [] : [`adds ${countOf(more, 'byte')} to what is there, which it begins with`];
}
