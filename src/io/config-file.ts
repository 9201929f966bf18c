import fs from 'node:fs';
import { Failure } from '../model/failure.ts';
import { errorCode, sortOf } from './disk/error-code.ts';

const MAX_BYTES = 1 << 20;

/** Null without a file. Throws Failure `usage` for an unreadable one. */
export function textIfThere(path: string): string | null {
  try {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    // Not opened: a pipe would wait for a writer.
    const isWrong = stats.isFile()
      ? stats.size > MAX_BYTES && 'larger than 1 MB'
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

export function fileExists(path: string): boolean {
  return fs.existsSync(path);
}
