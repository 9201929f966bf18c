import { createHash } from 'node:crypto';
import { Header } from 'tar/header';
import { Pax } from 'tar/pax';
import type { Source } from '../codecs/lines/source.ts';
import { Failure } from '../model/failure.ts';
import { MAX_DATE_SECONDS } from '../model/time.ts';
import { errorCode, nullOn, orNull } from './disk/error-code.ts';
import { WINDOW } from './disk/file-source.ts';
import type { ReadDisk } from './disk.ts';
import type { UserFile } from './user-file.ts';
import { readingWords } from './walk/look-at-name.ts';

export interface TarEntry extends TarFile {
  readonly type: 'file' | 'folder';
  /** Offset of its first byte. */
  readonly at: number;
}

const MAX_EXTENDED_HEADER_BYTES = 1 << 20;

/**
 * Entries of a tar; reads headers only. Throws Failure, naming the tar, for other, compressed or truncated files, and for entries that are
 * neither file nor folder.
 */
export function* readTar(source: Source, tar: string): Generator<TarEntry> {
  refuseOther(source, tar);
  let more: PaxFields = {};
  for (let at = 0; at < source.size; ) {
    const head = blockAt(source, at, tar);
    if (head === null) return;
    const isMore = head.type === 'ExtendedHeader' || head.type === 'NextFileHasLongPath';
    const size = isMore ? head.size : (more.size ?? head.size);
    if (at + BLOCK + size > source.size) throw truncatedTar(tar);
    if (isMore) more = { ...more, ...moreIn(source, { ...head, at: at + BLOCK }, tar) };
    else {
      yield { ...entryOf(head, more, tar), size, at: at + BLOCK };
      more = {};
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw truncatedTar(tar);
}

interface PaxFields {
  readonly path?: string;
  readonly mtime?: number;
  readonly size?: number;
}

function moreIn(
  source: Source,
  { type, size, at }: Pick<TarHeader, 'type' | 'size'> & { readonly at: number },
  tar: string,
): PaxFields {
  if (size > MAX_EXTENDED_HEADER_BYTES) throw refusal(tar, 'says more of an entry than any name takes');
  const bytes = source.slice(at, size);
  return type === 'ExtendedHeader' ? paxOf(bytes, tar) : { path: textOf(bytes) };
}

interface TarHeader {
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly mode: number;
  readonly mtime: number;
}

/** The header at an offset; null for the zero block at the end. */
function blockAt(source: Source, at: number, tar: string): TarHeader | null {
  const block = Buffer.from(source.slice(at, BLOCK));
  if (block.length < BLOCK) throw truncatedTar(tar);
  // Base-256 numbers may be of any size.
  const header = orNull(() => new Header(block));
  if (header?.nullBlock === true) return null;
  if (header?.cksumValid === false) throw notTar(tar, at);
  if (header === null) throw refusal(tar, `says a size or a time at byte ${at} that no file can have`);
  const { path = '', type, size = 0, mode = 0, mtime } = header;
  return { path, type, size: size < 0 ? outOfBounds(tar, path) : size, mode, mtime: (mtime?.getTime() ?? 0) / 1000 };
}

function outOfBounds(tar: string, path: string | null): never {
  throw refusal(
    tar,
    `says a size or a time of ${path === null ? 'an entry' : JSON.stringify(path)} that no file can have`,
  );
}

function entryOf(head: TarHeader, more: PaxFields, tar: string): Omit<TarEntry, 'size' | 'at'> {
  const path = more.path ?? head.path;
  const isFolder = head.type === 'Directory';
  if (!isFolder && head.type !== 'File' && head.type !== 'OldFile')
    throw refusal(
      tar,
      `holds ${JSON.stringify(path)}, which is ${WORDS[head.type] ?? 'an entry that convo does not know'}`,
    );
  const plain = path.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '');
  const mtime = more.mtime ?? head.mtime;
  if (!(Math.abs(mtime) <= MAX_DATE_SECONDS)) outOfBounds(tar, plain);
  const mtimeMs = Math.round(mtime * 1000);
  return { path: plain, type: isFolder ? 'folder' : 'file', mode: head.mode & 0o777, mtimeMs };
}

const WORDS: Readonly<Record<string, string>> = {
  Link: 'a hard link',
  SymbolicLink: 'a link',
  CharacterDevice: 'a device',
  BlockDevice: 'a device',
  FIFO: 'a pipe',
  ContiguousFile: 'an entry that no program writes',
  GlobalExtendedHeader: 'a record for all entries',
  OldGnuLongPath: 'a name in an old form',
  NextFileHasLongLinkpath: 'a link',
};

/** Records `length key=value`. The length counts itself; values may contain line feeds. */
function paxOf(bytes: Uint8Array, tar: string): PaxFields {
  let more: PaxFields = {};
  for (let at = 0; at < bytes.length; ) {
    const [, digits = ''] = /^(\d{1,9}) /.exec(Buffer.from(bytes.subarray(at, at + 10)).toString('latin1')) ?? [];
    const length = Number(digits);
    if (length <= digits.length + 3 || at + length > bytes.length) throw refusal(tar, 'has a damaged pax record');
    const record = Buffer.from(bytes.subarray(at + digits.length + 1, at + length - 1)).toString('utf8');
    const end = record.indexOf('=');
    more = { ...more, ...recordOf(record.slice(0, end), record.slice(end + 1), tar) };
    at += length;
  }
  return more;
}

function recordOf(key: string, value: string, tar: string): PaxFields {
  if (key.startsWith('GNU.sparse')) throw refusal(tar, 'holds a file with holes, which convo does not unpack');
  if (key === 'path') return { path: value };
  if (key === 'mtime') return { mtime: Number(value) };
  if (key !== 'size') return {};
  const isSize = /^\d{1,15}$/.test(value);
  return isSize ? { size: Number(value) } : outOfBounds(tar, null);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('utf8')
    .replace(/\0[\s\S]*$/, '');
}

/** Signatures of files that people mistake for a tar. */
const OTHERS: readonly (readonly [start: readonly number[], what: string])[] = [
  [[0x1f, 0x8b], 'is compressed with gzip'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'is compressed with zstd'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'is compressed with xz'],
  [[0x42, 0x5a, 0x68], 'is compressed with bzip2'],
  [[0x50, 0x4b, 0x03, 0x04], 'is a zip'],
];

function refuseOther(source: Source, tar: string): void {
  if (source.size === 0) throw new Failure('usage', `${tar} is empty`, 'Name what `convo pack` wrote.');
  const head = source.slice(0, 8);
  const other = OTHERS.find(([start]) => start.every((byte, n) => head[n] === byte));
  if (other !== undefined)
    throw new Failure('usage', `${tar} ${other[1]}`, 'Take the .tar out of it first, and name that.');
}

function notTar(tar: string, at: number): Failure {
  if (at === 0) return new Failure('usage', `${tar} is not a tar`, 'Name what `convo pack` wrote.');
  return refusal(tar, `is damaged at byte ${at}`);
}

function truncatedTar(tar: string): Failure {
  return refusal(tar, 'is cut off');
}

function refusal(tar: string, what: string): Failure {
  return new Failure('refused', `${tar} ${what}`, 'Nothing was written.');
}

/** `from` is an absolute path, or generated bytes; `digest` is the lower-case hex sha256 when seen. */
export interface PackedFile extends TarFile {
  readonly from: string | Uint8Array;
  readonly digest: string;
}

/**
 * Streams files as they were seen; ignores later appends, and returns such files. Awaits `pause` between windows. Throws Failure `failed`
 * for a replaced file.
 */
export async function writeTar(
  disk: ReadDisk,
  out: UserFile,
  files: Iterable<PackedFile>,
  pause: () => Promise<void>,
): Promise<readonly string[]> {
  const grown: string[] = [];
  for (const file of files) {
    out.write(tarHead(file));
    if (typeof file.from === 'string') {
      await copyInto(disk, out, { ...file, from: file.from }, pause);
      if (isLarger(disk, { ...file, from: file.from })) grown.push(file.from);
    } else out.write(file.from);
    out.write(tarPadding(file.size));
  }
  out.write(TAR_END);
  return grown;
}

/** True if a file grew; false for a deleted one, which was packed completely. */
function isLarger(disk: ReadDisk, { from, size }: PackedFile & { readonly from: string }): boolean {
  const now = nullOn(['ENOENT', 'ENOTDIR'], () => disk.stat(from));
  return now !== null && now.size > size;
}

async function copyInto(
  disk: ReadDisk,
  out: UserFile,
  { from, size, digest }: PackedFile & { readonly from: string },
  pause: () => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  for (let at = 0; at < size; ) {
    const bytes = readAt(disk, from, Math.min(WINDOW, size - at), at);
    if (bytes.length === 0) break;
    hash.update(bytes);
    out.write(bytes);
    at += bytes.length;
    await pause();
  }
  if (hash.digest('hex') !== digest)
    throw new Failure('failed', `${from} changed while it was packed`, 'Nothing was written. Run it again.');
}

function readAt(disk: ReadDisk, path: string, length: number, at: number): Uint8Array {
  try {
    return disk.read(path, length, at);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    throw new Failure('failed', `${path} cannot be read: ${readingWords(error)}`, 'Nothing was written.', {
      cause: error,
    });
  }
}

interface TarFile {
  /** Path with `/` between names. */
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
}

const BLOCK = 512;

const MAX_PLAIN_SIZE = 0o77777777777;

/** Deterministic header of a file. A pax record precedes it for long or non-ASCII names, fractions of seconds, and more than 8 GiB. */
export function tarHead({ path, size, mode, mtimeMs }: TarFile): Uint8Array {
  const plain = { path, mode: mode & 0o777, uid: 0, gid: 0, size, mtime: new Date(Math.floor(mtimeMs / 1000) * 1000) };
  const header = new Header({ ...plain, type: 'File', uname: '', gname: '' });
  const isLong = header.encode();
  const head = header.block ?? Buffer.alloc(BLOCK);
  const mtime = new Date(Math.floor(mtimeMs));
  const isExact = mtime.getTime() % 1000 !== 0;
  if (!isLong && !isExact) return head;
  const pax = new Pax({ path, uid: 0, gid: 0, mtime, ...(size > MAX_PLAIN_SIZE ? { size } : {}) });
  return Buffer.concat([pax.encode(), head]);
}

export function tarPadding(size: number): Uint8Array {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export const TAR_END: Uint8Array = Buffer.alloc(2 * BLOCK);
