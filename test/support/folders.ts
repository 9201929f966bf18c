import fs from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * Copies what is in a folder of fixtures into another one, with the times of its files if asked for. A third of the work of `cpSync`,
 * which asks for each file what the folders above it are. `.keep` only keeps a folder in git.
 */
export function copyTree(from: string, to: string, { times = false } = {}): void {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [there, here] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(there, here, { times });
    else if (entry.isSymbolicLink()) fs.symlinkSync(resolve(dirname(there), fs.readlinkSync(there)), here);
    else if (entry.name !== '.keep') copyFile(there, here, times);
  }
}

function copyFile(from: string, to: string, times: boolean): void {
  fs.copyFileSync(from, to);
  if (!times) return;
  const { atime, mtime } = fs.statSync(from);
  fs.utimesSync(to, atime, mtime);
}

/** Removes a folder with all that is in it: half of the work of `rmSync`, which tries to remove each as if it were empty. */
export function removeTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeTree(path);
    else fs.unlinkSync(path);
  }
  fs.rmdirSync(folder);
}

/** Paths of the files below a folder, sorted; empty without the folder. Follows no link; `.keep` only keeps a folder in git. */
export function pathsBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.keep')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

export function bytesBelow(folder: string): Map<string, Buffer> {
  return new Map(pathsBelow(folder).map((path) => [path, fs.readFileSync(join(folder, path))]));
}
