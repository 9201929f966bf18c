import { Header } from 'tar/header';
import { Pax } from 'tar/pax';

/** One file of a tar, as its head describes it. */
export interface TarFile {
  /** `/` between names. */
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
}

/** The unit in which a tar is written. */
export const BLOCK = 512;

/** The largest size that a plain head can say. */
const MOST = 0o77777777777;

/**
 * What comes before the bytes of a file: the same for the same file, whoever packs it and when. What a plain head cannot say (a
 * long name, one that is not ASCII, a part of a second, more than 8 GiB) is in a pax record before it.
 */
export function tarHead({ path, size, mode, mtimeMs }: TarFile): Uint8Array {
  const plain = { path, mode: mode & 0o777, uid: 0, gid: 0, size, mtime: new Date(Math.floor(mtimeMs / 1000) * 1000) };
  const header = new Header({ ...plain, type: 'File', uname: '', gname: '' });
  const isLong = header.encode();
  const head = header.block ?? Buffer.alloc(BLOCK);
  const mtime = new Date(Math.floor(mtimeMs));
  const isExact = mtime.getTime() % 1000 !== 0;
  if (!isLong && !isExact) return head;
  const pax = new Pax({ path, uid: 0, gid: 0, mtime, ...(size > MOST ? { size } : {}) });
  return Buffer.concat([pax.encode(), head]);
}

/** What fills up the last block of a file. */
export function tarPadding(size: number): Uint8Array {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** The end of every tar. */
export const TAR_END: Uint8Array = Buffer.alloc(2 * BLOCK);
