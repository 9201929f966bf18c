import type { ReadDisk } from '../disk.ts';

/**
 * Changing a disk: every call that does, one system call each, so that tests can fail or cut off any of them.
 * All throw the system's own error. They are synchronous, because each costs less than a trip through the thread pool and
 * because nothing may come between a last look and the rename after it; only those that wait for the device are not.
 */
export interface WriteDisk extends ReadDisk {
  /** A file or folder for reading or syncing; refuses a link (ELOOP). */
  open(path: string): number;
  /** A file that did not exist (EEXIST), for writing. */
  create(path: string, mode: number): number;
  /** Up to `length` bytes at `offset`; fewer only at the end of the file. */
  readAt(file: number, offset: number, length: number): Uint8Array;
  /** The count of bytes really written. */
  write(file: number, bytes: Uint8Array): number;
  chmod(file: number, mode: number): void;
  chown(file: number, uid: number, gid: number): void;
  /** Sets the time of last modification. */
  touch(file: number, mtimeMs: number): void;
  sync(file: number): Promise<void>;
  close(file: number): void;
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  /** As `rmdir`, for many folders: on some file systems each removal waits for a while, and several wait together. */
  removeFolder(path: string): Promise<void>;
  /** Bytes that the user may still write to the file system of a path; null, or no such call, where it does not say. */
  freeSpace?(path: string): number | null;
}
