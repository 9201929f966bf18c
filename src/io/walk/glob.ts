import fs from 'node:fs';
import fastGlob from 'fast-glob';
import { readingWords } from './look-at-name.ts';

export interface GlobResult {
  readonly paths: readonly string[];
  /** Unreadable folders in which the pattern may match. */
  readonly unreadablePaths: readonly { readonly path: string; readonly reason: string }[];
}

/** Absolute paths of files and folders that match a pattern relative to `cwd`. Links are not followed. */
export async function glob(pattern: string, cwd: string): Promise<GlobResult> {
  const unreadable = new Map<string, string>();
  const paths = await fastGlob(pattern, {
    cwd,
    absolute: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    fs: recording(unreadable),
  });
  return {
    paths: paths.sort(),
    unreadablePaths: [...unreadable]
      .map(([path, reason]) => ({ path, reason }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Folders at most `depth` levels down, nearer ones first. Skips git's and npm's folders, and links. */
export async function foldersBelow(folder: string, depth: number): Promise<GlobResult> {
  const unreadable = new Map<string, string>();
  const paths = await fastGlob('**', {
    cwd: folder,
    absolute: true,
    deep: depth,
    dot: true,
    onlyDirectories: true,
    followSymbolicLinks: false,
    ignore: ['**/.git', '**/node_modules'],
    fs: recording(unreadable),
  });
  const deepness = (path: string) => path.split('/').length;
  return {
    paths: paths.sort((a, b) => deepness(a) - deepness(b) || (a < b ? -1 : 1)),
    unreadablePaths: Array.from(unreadable, ([path, reason]) => ({ path, reason })),
  };
}

/** A file system for fast-glob that records unreadable folders, at which it would stop, or hide them. */
function recording(unreadable: Map<string, string>): Partial<fastGlob.FileSystemAdapter> {
  const listener =
    <T>(path: string, done: GlobCallback<T>): GlobCallback<T> =>
    (error, found) => {
      if (error === null) return done(null, found);
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') unreadable.set(path, readingWords(error));
      done(null, []);
    };
  function readdir(path: string, options: { withFileTypes: true }, done: GlobCallback<fs.Dirent>): void;
  function readdir(path: string, done: GlobCallback<string>): void;
  function readdir(
    path: string,
    how: { withFileTypes: true } | GlobCallback<string>,
    done?: GlobCallback<fs.Dirent>,
  ): void {
    if (typeof how === 'function') fs.readdir(path, listener(path, how));
    else if (done !== undefined) fs.readdir(path, how, listener(path, done));
  }
  return { readdir };
}

type GlobCallback<T> = (error: NodeJS.ErrnoException | null, found: T[]) => void;
