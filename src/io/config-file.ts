import fs from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { Failure } from '../model/failure.ts';
import { errorCode, orNull, sortOf } from './disk/error-code.ts';

const MAX_BYTES = 1 << 20;

/** The text of a file; null if it is missing. Throws Failure `usage` for an unreadable one. */
export function textIfThere(path: string): string | null {
  try {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    // Other types are not opened: a pipe would wait for a writer.
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

const MAX_NOTED_BYTES = 1 << 16;

/** Folders that earlier runs of `keep` wrote to, one per line: the newest 64 KiB; empty without the file. */
export function notedFolders(path: string): string[] {
  const text = orNull(() => endOf(path)) ?? '';
  return [...new Set(text.split('\n').filter((line) => isAbsolute(line)))];
}

function endOf(path: string): string {
  const bytes = fs.readFileSync(path);
  const end = bytes.subarray(-MAX_NOTED_BYTES);
  return end.toString('utf8', end.length < bytes.length ? end.indexOf('\n') + 1 : 0);
}

/** Notes a folder. A disk error is ignored, since nothing depends on the note. */
export function noteFolder(path: string, folder: string): void {
  if (folder.includes('\n') || notedFolders(path).includes(folder)) return;
  orNull(() => {
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fs.appendFileSync(path, `${folder}\n`, { mode: 0o600 });
  });
}
