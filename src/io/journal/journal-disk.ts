import type { WriteDisk } from '../disk/write-disk.ts';
import type { ReadDisk } from '../disk.ts';

/** Reads a journal in pieces: a plan may be far larger than its store. */
export type JournalDisk = ReadDisk & Pick<WriteDisk, 'open' | 'readAt' | 'close'>;

export function journalDisk(disk: ReadDisk): JournalDisk {
  const files: string[] = [];
  return {
    uid: () => disk.uid?.() ?? null,
    list: (path) => disk.list(path),
    lstat: (path) => disk.lstat(path),
    stat: (path) => disk.stat(path),
    readlink: (path) => disk.readlink(path),
    realpath: (path) => disk.realpath(path),
    read: (path, length, at) => disk.read(path, length, at),
    open: (path) => files.push(path) - 1,
    readAt: (number, offset, length) => {
      const path = files[number];
      if (path === undefined) throw new Error(`no open file ${number}`);
      return disk.read(path, length, offset);
    },
    close: () => undefined,
  };
}
