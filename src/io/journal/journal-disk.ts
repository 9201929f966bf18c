import type { WriteDisk } from '../disk/write-disk.ts';
import type { ReadDisk } from '../disk.ts';

/** What reading a journal takes: a plan may be far larger than its store, and is read in pieces. */
export type JournalDisk = ReadDisk & Pick<WriteDisk, 'open' | 'readAt' | 'close'>;

/** A disk for reading as one that reads in pieces: the first piece alone, or the whole file once. */
export function journalDisk(disk: ReadDisk): JournalDisk {
  const files: { readonly path: string; bytes: Uint8Array | null }[] = [];
  return {
    uid: () => disk.uid?.() ?? null,
    list: (path) => disk.list(path),
    lstat: (path) => disk.lstat(path),
    stat: (path) => disk.stat(path),
    readlink: (path) => disk.readlink(path),
    realpath: (path) => disk.realpath(path),
    read: (path, length) => disk.read(path, length),
    open: (path) => files.push({ path, bytes: null }) - 1,
    readAt: (number, offset, length) => {
      const file = files[number];
      if (file === undefined) throw new Error(`no open file ${number}`);
      if (file.bytes === null && offset === 0) return disk.read(file.path, length);
      file.bytes ??= disk.read(file.path);
      return file.bytes.subarray(offset, offset + length);
    },
    close: (number) => {
      const file = files[number];
      if (file !== undefined) file.bytes = null;
    },
  };
}
