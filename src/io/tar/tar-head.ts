import { Header } from 'tar/header';
import { Pax } from 'tar/pax';

export interface TarFile {
  /** `/` between names. */
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
}

export const BLOCK = 512;

/** Largest size in a plain header. */
const MOST = 0o77777777777;

/** Deterministic header of a file. A pax record precedes it for long or non-ASCII names, fractions of seconds, and more than 8 GiB. */
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

/** Zeros after a file's last block. */
export function tarPadding(size: number): Uint8Array {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export const TAR_END: Uint8Array = Buffer.alloc(2 * BLOCK);
