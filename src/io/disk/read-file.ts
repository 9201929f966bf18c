import fs, { constants } from 'node:fs';
import { lendWords, PADDING } from '../../codecs/json/tape.ts';
import { LARGE_FILE } from '../../model/part.ts';
import { freeUnused, keepYoungSmall, memoryLeft } from '../tuning.ts';
import { errorCode, notAFile } from './error-code.ts';

export const MAX_READ_BYTES = 2 ** 31;

/**
 * Bytes of a file, or `length` bytes from `at`, zero-padded in their buffer so that a scan needs no copy. Bytes beyond the size at opening
 * are read too. Throws the system's error, ENOTFILE, EFBIG above `MAX_READ_BYTES`, ENOMEM without free memory. Never waits for a writer.
 */
export function readFile(path: string, length = Number.POSITIVE_INFINITY, at = 0, free = memoryLeft): Uint8Array {
  const file = openToRead(path);
  try {
    const stats = fs.fstatSync(file);
    if (stats.isDirectory()) throw problem('EISDIR', 'is a folder', path);
    if (!stats.isFile()) throw notAFile(path, stats);
    if (stats.size > MAX_READ_BYTES && length > MAX_READ_BYTES) throw problem('EFBIG', 'is larger than 2 GiB', path);
    const wanted = Math.min(length, Math.max(stats.size - at, 0));
    if (wanted > LARGE_FILE) makeRoom(wanted, path, free);
    return readOpen(file, path, Math.max(stats.size - at, 0), length, at);
  } finally {
    fs.closeSync(file);
  }
}

function openToRead(path: string): number {
  try {
    // Without O_NONBLOCK a fifo blocks until somebody writes. libuv adds O_CLOEXEC.
    return fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw errorCode(error) === 'ENXIO' ? notAFile(path, fs.statSync(path)) : error;
  }
}

/** A file with its stat at opening. `bytes` is null where `readFile` refuses. */
export function readWhole(
  path: string,
  buffer: ReadBuffer | null,
): { readonly stats: fs.Stats; readonly bytes: Uint8Array | null } {
  const file = openToRead(path);
  try {
    const stats = fs.fstatSync(file);
    const { size } = stats;
    if (!stats.isFile() || size > MAX_READ_BYTES) return { stats, bytes: null };
    if (buffer !== null && size > buffer.max) throw new LeftForLater();
    if (size > LARGE_FILE) makeRoom(size, path, memoryLeft);
    const within = buffer?.take(size + 1 + PADDING) ?? null;
    if (within === null) return { stats, bytes: readOpen(file, path, size, Number.POSITIVE_INFINITY, 0) };
    const got = fs.readSync(file, within, 0, within.length, 0);
    // The buffer has spare space, so a short read ended the file.
    return {
      stats,
      bytes: got === size ? endedBytes(within, got) : readOpen(file, path, size, Number.POSITIVE_INFINITY, 0),
    };
  } finally {
    fs.closeSync(file);
  }
}

/** Fills the buffer unless the file ends. Throws the system's error. */
export function readInto(path: string, buffer: Uint8Array, at = 0): Uint8Array {
  const file = openToRead(path);
  try {
    return buffer.subarray(0, filled(file, buffer, at));
  } finally {
    fs.closeSync(file);
  }
}

const END_BYTES = 1 << 16;

/**
 * A file up to `buffer.whole` bytes, or both ends of a larger one, with its stat before reading. `bytes` is null for another type, for a
 * file written meanwhile without growing, and without space in the buffer. Follows no link. Throws as `readFile`, and `LeftForLater`.
 */
export function readEdges(
  path: string,
  buffer: ReadBuffer,
): { readonly stats: fs.Stats; readonly bytes: Uint8Array | null } {
  const file = fs.openSync(path, EDGES);
  try {
    const stats = fs.fstatSync(file);
    const { size, mtimeMs } = stats;
    if (!stats.isFile()) return { stats, bytes: null };
    if (size > buffer.max) throw new LeftForLater();
    const bytes = buffer.take(size <= buffer.whole ? size : 2 * END_BYTES);
    if (bytes === null) return { stats, bytes };
    let got = 0;
    if (size <= buffer.whole) got = filled(file, bytes, 0);
    else
      got = filled(file, bytes.subarray(0, END_BYTES), 0) + filled(file, bytes.subarray(END_BYTES), size - END_BYTES);
    const now = fs.fstatSync(file);
    const isSame = got === bytes.length && (now.size > size || (now.size === size && now.mtimeMs === mtimeMs));
    return { stats, bytes: isSame ? bytes : null };
  } finally {
    fs.closeSync(file);
  }
}

const EDGES = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

function filled(file: number, buffer: Uint8Array, at: number): number {
  let got = 0;
  for (let count = -1; count !== 0 && got < buffer.length; got += count)
    count = fs.readSync(file, buffer, got, Math.min(buffer.length - got, CHUNK), at + got);
  return got;
}

function makeRoom(wanted: number, path: string, free: () => number): void {
  freeUnused();
  keepYoungSmall();
  if (wanted * MEMORY_FACTOR > free()) throw problem('ENOMEM', 'does not fit into the free memory', path);
}

/** Spare space for edits in place: a 64th of the size, as log2. Untouched pages take no memory. */
const SPARE_SHIFT = 6;

/** Peak bytes of memory per byte of a judged file. */
const MEMORY_FACTOR = 1.5;

function readOpen(file: number, path: string, size: number, length: number, at: number): Uint8Array {
  // One byte more, so that the last read shows whether the file grew.
  const min = Math.min(length, size, MAX_READ_BYTES);
  let bytes: Buffer = Buffer.allocUnsafe(min + 1 + PADDING + (min > LARGE_FILE ? min >> SPARE_SHIFT : 0));
  for (let got = 0; ; ) {
    const requested = Math.min(bytes.length - got, CHUNK);
    const count = fs.readSync(file, bytes, got, requested, at + got);
    got = Math.min(got + count, length);
    // A short read at the expected end: no further read is needed.
    if (count === 0 || got === length || (got === size && count < requested)) return endedBytes(bytes, got);
    if (got > MAX_READ_BYTES) throw problem('EFBIG', 'is larger than 2 GiB', path);
    if (got === bytes.length) bytes = grow(bytes);
  }
}

// readSync takes at most 2^31 - 1 bytes.
const CHUNK = 2 ** 30;

function endedBytes(bytes: Buffer, got: number): Uint8Array {
  // A file that grew may have used its padding.
  const buffer = bytes.length - got < PADDING ? grow(bytes) : bytes;
  buffer.fill(0, got, got + PADDING);
  return buffer.subarray(0, got);
}

function grow(bytes: Buffer): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(Math.max(bytes.length * 2, 4096), MAX_READ_BYTES + 1 + PADDING));
  larger.set(bytes);
  return larger;
}

function problem(code: string, words: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${words}, read '${path}'`), { code, path });
}

/**
 * A reused buffer for one unit after another, since allocating costs more than reading. Its user keeps no bytes of a unit beyond the next
 * one. Files larger than `max` are deferred by throwing `LeftForLater`; files of lines larger than `whole` are read in pieces. `uses`:
 * number of clears; taken bytes last until the next.
 */
export interface ReadBuffer {
  readonly max: number;
  readonly whole: number;
  readonly uses: number;
  /** Uninitialised bytes; null if too few are left. */
  take(length: number): Buffer | null;
  clear(): void;
}

const SIZE = 1 << 22;

export class LeftForLater extends Error {}

/** Initial size: enough for many stores. The collector counts each allocation. */
const INITIAL_BYTES = 1 << 18;

/** Largest file that is read at once: ranges of it would cost more. */
export const WHOLE = 1 << 18;
/** Largest unit for a reused buffer; a list that needs only the ends of files reads no larger ones. */
const WHOLE_IN_ROOM = 1 << 20;

/** A new buffer. Unused parts take no memory. */
export function newReadBuffer(endsOnly = false, size = SIZE): ReadBuffer {
  const whole = endsOnly ? 2 * END_BYTES : WHOLE_IN_ROOM;
  let all = Buffer.allocUnsafeSlow(Math.min(size, INITIAL_BYTES));
  let takeBackWords = lendWords(all.buffer, all.length >> 2);
  let used = 0;
  let uses = 0;
  const enlarge = (): void => {
    // Taken bytes stay valid until `clear`.
    all = Buffer.allocUnsafeSlow(size);
    takeBackWords = lendWords(all.buffer, size >> 2);
    used = 0;
  };
  return {
    max: Number.POSITIVE_INFINITY,
    whole,
    get uses() {
      return uses;
    },
    take: (length) => {
      if (length > size) return null;
      if (used + length > all.length && all.length < size) enlarge();
      const from = used;
      if (from + length > all.length) return null;
      // Aligned, so that word-wise readers need no copy.
      used = (from + length + 7) & -8;
      return all.subarray(from, from + length);
    },
    clear: () => {
      used = 0;
      uses++;
      takeBackWords();
    },
  };
}

export function sharedReadBuffer(buffer: ReadBuffer): ReadBuffer {
  return Object.create(buffer, { max: { value: LARGE_FILE } }) as ReadBuffer;
}
