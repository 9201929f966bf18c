import fs from 'node:fs';
import { Failure } from '../model/failure.ts';
import { errorCode } from './disk/error-code.ts';
import { sortOf } from './disk/file-sort.ts';

/** A file of settings is never as large as this. */
const MOST = 1 << 20;

/** The text of a small file; null where there is none. Throws Failure `usage` for one that cannot be read. */
export function textIfThere(path: string): string | null {
  try {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    // Not opened: a pipe would wait for somebody to write.
    const isWrong = stats.isFile()
      ? stats.size > MOST && 'larger than 1 MB'
      : stats.isDirectory()
        ? 'a folder'
        : sortOf(stats);
    if (isWrong !== false) throw new Failure('usage', `${path} is ${isWrong}`, '--no-config leaves it out.');
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    if (code === 'ENOTDIR') return null;
    throw new Failure('usage', `${path} cannot be read (${code})`, '--no-config leaves it out.', { cause: error });
  }
}

/** Is there anything at a path. */
export function isThere(path: string): boolean {
  return fs.existsSync(path);
}
