import fs from 'node:fs';
import fastGlob from 'fast-glob';
import { readingWords } from './read-finding.ts';

/** The result of a pattern. `unread` are folders that it may reach into and that cannot be read. */
export interface Globbed {
  /** Absolute, sorted. */
  readonly paths: readonly string[];
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

/** The files and folders that a pattern names; relative ones are taken from `cwd`. Does not walk through links. */
export async function glob(pattern: string, cwd: string): Promise<Globbed> {
  const unread = new Map<string, string>();
  const paths = await fastGlob(pattern, {
    cwd,
    absolute: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    fs: recording(unread),
  });
  return {
    paths: paths.sort(),
    unread: [...unread].map(([path, reason]) => ({ path, reason })).sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** The folders below one, `depth` levels deep at most, those nearer to it first; not what git and npm keep, and not behind links. */
export async function foldersBelow(folder: string, depth: number): Promise<Globbed> {
  const unread = new Map<string, string>();
  const paths = await fastGlob('**', {
    cwd: folder,
    absolute: true,
    deep: depth,
    dot: true,
    onlyDirectories: true,
    followSymbolicLinks: false,
    ignore: ['**/.git', '**/node_modules'],
    fs: recording(unread),
  });
  const deepness = (path: string) => path.split('/').length;
  return {
    paths: paths.sort((a, b) => deepness(a) - deepness(b) || (a < b ? -1 : 1)),
    unread: Array.from(unread, ([path, reason]) => ({ path, reason })),
  };
}

// Left alone, fast-glob gives up a whole walk at the first folder that it may not read; asked not to, it hides the folder.
function recording(unread: Map<string, string>): Partial<fastGlob.FileSystemAdapter> {
  const settle =
    <T>(path: string, done: Done<T>): Done<T> =>
    (error, found) => {
      if (error === null) return done(null, found);
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') unread.set(path, readingWords(error));
      done(null, []);
    };
  function readdir(path: string, options: { withFileTypes: true }, done: Done<fs.Dirent>): void;
  function readdir(path: string, done: Done<string>): void;
  function readdir(path: string, how: { withFileTypes: true } | Done<string>, done?: Done<fs.Dirent>): void {
    if (typeof how === 'function') fs.readdir(path, settle(path, how));
    else if (done !== undefined) fs.readdir(path, how, settle(path, done));
  }
  return { readdir };
}

type Done<T> = (error: NodeJS.ErrnoException | null, found: T[]) => void;
