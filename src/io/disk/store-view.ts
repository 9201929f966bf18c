import { readFileSync } from 'node:fs';
import type { Source } from '../../codecs/lines/source.ts';
import { FileReplaced, type TableRead } from '../../model/part.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { orNull } from './error-code.ts';
import { fileSource } from './file-source.ts';

export function storeView(disk: ReadDisk, root: string) {
  return {
    /** Opens regular files only, never through a link. */
    sourceAt: (path: string): Source | null =>
      orNull(() => {
        const stat = disk.lstat(`${root}/${path}`);
        return stat.type === 'file' ? fileSource(disk, `${root}/${path}`, stat, () => new FileReplaced(path)) : null;
      }),
    namesAt: (path: string): readonly string[] =>
      (orNull(() => disk.list(`${root}/${path}`)) ?? []).flatMap(({ name }) => name ?? []),
    writtenAt: (path: string): number | null => {
      const stat = orNull(() => disk.lstat(`${root}/${path}`));
      return stat === null ? null : Math.floor(stat.mtimeMs / 1000);
    },
    tableAt: (path: string, table: string, columns: readonly string[]): TableRead =>
      disk.table?.(`${root}/${path}`, table, columns) ?? { none: 'absent', reason: 'is not there' },
    /** True if a process holds a lock on the file; false without a readable /proc/locks, or without the file. */
    isFlocked: (path: string): boolean => {
      // Most files have no lock file, and reading /proc/locks is slow.
      const file = orNull(() => disk.stat(`${root}/${path}`));
      const locks = file === null ? null : orNull(() => readFileSync('/proc/locks', 'latin1'));
      return file !== null && locks !== null && isFlocked(locks, file);
    },
  };
}

/**
 * Whether /proc/locks lists a flock on a file: `1: FLOCK ADVISORY WRITE 4711 08:01:1234 0 EOF`. btrfs and overlayfs list
 * another device than stat: then the inode decides.
 */
export function isFlocked(locks: string, { ino, dev }: Pick<Stat, 'ino' | 'dev'>): boolean {
  const own = deviceOf(dev);
  return locks.split('\n').some((line) => {
    const [, major = '', minor = '', inode] = /: FLOCK .* ([0-9a-f]+):([0-9a-f]+):(\d+) 0 EOF$/.exec(line) ?? [];
    if (inode !== String(ino)) return false;
    return own.major === 0 || (Number.parseInt(major, 16) === own.major && Number.parseInt(minor, 16) === own.minor);
  });
}

/** glibc's encoding of a device: 12 bits above 8, and 12 more above those. */
function deviceOf(dev: number): { readonly major: number; readonly minor: number } {
  const minor = (dev % 256) + Math.floor(dev / 2 ** 20) * 256;
  return { major: Math.floor(dev / 256) % 4096, minor };
}
