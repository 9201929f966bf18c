import type { ReadDisk } from '../disk.ts';

/**
 * One system call each, so that tests can fail any. All throw the system's error. Synchronous: cheaper than the thread pool,
 * and nothing may come between a last look and its rename. Only calls that wait for the device are asynchronous.
 */
export interface WriteDisk extends ReadDisk {
  /** For reading or syncing. ELOOP for a link. */
  open(path: string): number;
  /** Fails with EEXIST. */
  create(path: string, mode: number): number;
  /** Shorter only at the end of the file. */
  readAt(file: number, offset: number, length: number): Uint8Array;
  /** Answers the bytes written. */
  write(file: number, bytes: Uint8Array): number;
  chmod(file: number, mode: number): void;
  chown(file: number, uid: number, gid: number): void;
  touch(file: number, mtimeMs: number): void;
  sync(file: number): Promise<void>;
  close(file: number): void;
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  /** `rmdir` for many folders: where each removal waits, they wait together. */
  removeFolder(path: string): Promise<void>;
  /** Bytes available to the user; null, or no call, if unknown. */
  freeSpace?(path: string): number | null;
}
