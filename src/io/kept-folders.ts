import fs from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { orNull } from './disk/error-code.ts';

const MAX_BYTES = 1 << 16;

/** Folders that `keep` wrote to, one a line, by an earlier run: the newest 64 KiB of them; empty without the file. */
export function notedFolders(path: string): string[] {
  const text = orNull(() => endOf(path)) ?? '';
  return [...new Set(text.split('\n').filter((line) => isAbsolute(line)))];
}

function endOf(path: string): string {
  const bytes = fs.readFileSync(path);
  const end = bytes.subarray(-MAX_BYTES);
  return end.toString('utf8', end.length < bytes.length ? end.indexOf('\n') + 1 : 0);
}

/** Notes a folder. Nothing depends on it, so a disk that refuses it is no failure. */
export function noteFolder(path: string, folder: string): void {
  if (folder.includes('\n') || notedFolders(path).includes(folder)) return;
  orNull(() => {
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fs.appendFileSync(path, `${folder}\n`, { mode: 0o600 });
  });
}
