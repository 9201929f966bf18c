import fs, { constants } from 'node:fs';
import { nodeDisk, type ReadDisk } from '../disk.ts';

/**
 * One system call each, so that tests can make any of them fail. All throw the system's error. Synchronous: cheaper than the thread pool,
 * and nothing can come between a last check and its rename. Only calls that wait for the device are asynchronous.
 */
export interface WriteDisk extends ReadDisk {
  /** Opens for reading or syncing; ELOOP for a link. */
  open(path: string): number;
  create(path: string, mode: number): number;
  /** Bytes from `offset`; fewer only at the end of the file. */
  readAt(file: number, offset: number, length: number): Uint8Array;
  /** Returns the number of bytes written. */
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
  /** Removes an empty folder; calls at the same time wait for the device together. */
  removeFolder(path: string): Promise<void>;
  /** Bytes available to the user; null or missing if unknown. */
  freeSpace?(path: string): number | null;
}

export const nodeWriteDisk: WriteDisk = {
  ...nodeDisk(),
  open: (path) => fs.openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
  create: (path, mode) =>
    fs.openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, mode),
  readAt,
  write: (file, bytes) => fs.writeSync(file, bytes),
  chmod: (file, mode) => fs.fchmodSync(file, mode),
  chown: (file, uid, gid) => fs.fchownSync(file, uid, gid),
  touch: (file, mtimeMs) => fs.futimesSync(file, seconds(mtimeMs), seconds(mtimeMs)),
  sync: gather(
    (file) => new Promise((resolve, reject) => fs.fsync(file, (error) => (error === null ? resolve() : reject(error)))),
  ),
  close: (file) => fs.closeSync(file),
  link: (from, to) => fs.linkSync(from, to),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  mkdir: (path, mode) => {
    fs.mkdirSync(path, { mode });
  },
  rmdir: (path) => fs.rmdirSync(path),
  removeFolder: (path) =>
    new Promise((resolve, reject) => fs.rmdir(path, (error) => (error === null ? resolve() : reject(error)))),
  freeSpace,
};

/** Some virtual file systems count no blocks. */
function freeSpace(path: string): number | null {
  const { blocks, bavail, bfree, bsize } = fs.statfsSync(path);
  if (blocks === 0) return null;
  return bsize * (nodeDisk().uid?.() === 0 ? bfree : bavail);
}

/**
 * Seconds as text, since Node replaces a negative number by the present time. The nearest microsecond plus a quarter: Node 20 truncates to
 * microseconds, later versions keep a double's precision of a quarter. Neither rounds to another microsecond: times read and set again stay
 * equal.
 */
function seconds(ms: number): string {
  const micros = Math.round(ms * 1000);
  return String((micros + (micros < 0 ? -0.25 : 0.25)) / 1e6);
}

function readAt(file: number, offset: number, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let got = 0;
  while (got < length) {
    const n = fs.readSync(file, out, got, length - got, offset + got);
    if (n === 0) break;
    got += n;
  }
  return out.subarray(0, got);
}

interface QueuedFile {
  readonly file: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Calls started together: half of the concurrent Changes, so that the other half has work meanwhile. */
const MAX_IN_FLIGHT = 128;

/**
 * Batches calls: they begin together once no other work is due, because a device that writes its journal should have few other calls. The
 * next batch begins before the last one's results are delivered, to keep the device busy.
 */
function gather(call: (file: number) => Promise<void>): (file: number) => Promise<void> {
  const waiting: QueuedFile[] = [];
  let isArmed = false;
  const begin = () => {
    const requests = waiting.splice(0, MAX_IN_FLIGHT);
    return { requests, answers: Promise.allSettled(requests.map(({ file }) => call(file))) };
  };
  const flush = async (): Promise<void> => {
    for (let batch = begin(); batch.requests.length > 0; ) {
      const { requests } = batch;
      const answers = await batch.answers;
      batch = begin();
      for (const [n, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') requests[n]?.resolve();
        else requests[n]?.reject(answer.reason);
      }
    }
    isArmed = false;
    arm();
  };
  const arm = (): void => {
    if (isArmed || waiting.length === 0) return;
    isArmed = true;
    setImmediate(flush);
  };
  return (file) =>
    new Promise((resolve, reject) => {
      waiting.push({ file, resolve, reject });
      arm();
    });
}
