import fs from 'node:fs';
import { dirname } from 'node:path';
import { orNull } from './disk/error-code.ts';

const MAX_BYTES = 1 << 16;

/** Folders that `keep` wrote to, one a line, by an earlier run; empty without the file. */
export function notedFolders(path: string): string[] {
  const text = orNull(() => (fs.statSync(path).size > MAX_BYTES ? '' : fs.readFileSync(path, 'utf8'))) ?? '';
  return [...new Set(text.split('\n').filter((line) => line.startsWith('/')))];
}

/** Notes a folder. Nothing depends on it, so a disk that refuses it is no failure. */
export function noteFolder(path: string, folder: string): void {
  if (folder.includes('\n') || notedFolders(path).includes(folder)) return;
  orNull(() => {
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fs.appendFileSync(path, `${folder}\n`, { mode: 0o600 });
  });
}
