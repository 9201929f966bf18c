import { createHash, hash } from 'node:crypto';
import { LF } from '../../codecs/bytes.ts';
import type { Source } from '../../codecs/lines/source.ts';
import type { Digest, FileRange } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { NotAsPlanned } from './not-as-planned.ts';
import { type ReadBuffer, WHOLE } from './read-file.ts';

const MAX_KEPT_BYTES = 1 << 20;

/** A file at the size of `was`: later appends are ignored. Throws `moved()` once it is replaced, shorter, or written without growing. */
export function fileSource(disk: ReadDisk, path: string, was: Stat, moved: () => Error): Source {
  return new FileSource(disk, path, was, moved);
}

/** A file as a source; a small one is read at once, of a larger one a byte. Throws the system's error. */
export function sourceOfFile(disk: ReadDisk, path: string, was: Stat, moved: () => Error): Source {
  const source = new FileSource(disk, path, was, moved);
  if (was.size <= WHOLE) source.hold();
  else disk.read(path, 1);
  return source;
}

/** A file of which `bytes`, all or both ends, are in `buffer` until that is cleared. */
export function edgedSource(
  disk: ReadDisk,
  path: string,
  was: Stat,
  { buffer, bytes }: { readonly buffer: ReadBuffer; readonly bytes: Uint8Array },
  moved: () => Error,
): Source {
  return new EdgedSource(buffer, bytes, was.size, disk.longest, () => new FileSource(disk, path, was, moved));
}

class EdgedSource implements Source {
  readonly size: number;
  readonly longest?: number;
  readonly slice: Source['slice'];
  readonly fill: NonNullable<Source['fill']>;
  readonly #buffer: ReadBuffer;
  readonly #uses: number;
  readonly #bytes: Uint8Array;
  readonly #open: () => FileSource;
  #file: FileSource | null = null;

  constructor(
    buffer: ReadBuffer,
    bytes: Uint8Array,
    size: number,
    longest: number | undefined,
    open: () => FileSource,
  ) {
    this.size = size;
    if (longest !== undefined) this.longest = longest;
    this.slice = (at, length) => this.#buffered(at, length) ?? this.#rest().slice(at, length);
    this.fill = (buffer, at) => this.#fill(buffer, at);
    this.#buffer = buffer;
    this.#uses = buffer.uses;
    this.#bytes = bytes;
    this.#open = open;
  }

  get isInMemory(): boolean {
    return this.#isWhole && this.#buffer.uses === this.#uses ? true : this.#file?.isInMemory === true;
  }

  get #isWhole(): boolean {
    return this.#bytes.length === this.size;
  }

  #rest(): FileSource {
    this.#file ??= this.#open();
    return this.#file;
  }

  #buffered(at: number, length: number): Uint8Array | null {
    if (this.#buffer.uses !== this.#uses) return null;
    const bytes = this.#bytes;
    const end = bytes.length / 2;
    if (this.#isWhole || at + length <= end) return bytes.subarray(at, at + length);
    const from = at - (this.size - end);
    return from < 0 ? null : bytes.subarray(end + from, end + from + length);
  }

  #fill(buffer: Uint8Array, at: number): Uint8Array {
    const here = this.#isWhole ? this.#buffered(at, buffer.length) : null;
    if (here !== null) return copied(here, buffer);
    return this.#rest().fill?.(buffer, at) ?? copied(this.#rest().slice(at, buffer.length), buffer);
  }
}

function copied(bytes: Uint8Array, into: Uint8Array): Uint8Array {
  into.set(bytes);
  return into.subarray(0, bytes.length);
}

class FileSource implements Source {
  readonly size: number;
  readonly longest?: number;
  readonly fill?: (buffer: Uint8Array, at: number) => Uint8Array;
  readonly slice: Source['slice'];
  readonly #disk: ReadDisk;
  readonly #path: string;
  readonly #was: Stat;
  readonly #moved: () => Error;
  #all: Uint8Array | null = null;

  constructor(disk: ReadDisk, path: string, was: Stat, moved: () => Error) {
    const { longest, head } = disk;
    this.size = was.size;
    if (longest !== undefined) this.longest = longest;
    if (head !== undefined) this.fill = (buffer, at) => this.#buffered(buffer, at) ?? head(path, buffer, at);
    this.slice = (at, length) => this.#slice(at, length);
    this.#disk = disk;
    this.#path = path;
    this.#was = was;
    this.#moved = moved;
  }

  get isInMemory(): boolean {
    return this.#all !== null;
  }

  hold(): void {
    this.#read(0, Math.max(this.size, 1));
  }

  #buffered(buffer: Uint8Array, at: number): Uint8Array | null {
    return this.#all === null ? null : copied(this.#slice(at, buffer.length), buffer);
  }

  #slice(at: number, length: number): Uint8Array {
    if (this.#all !== null) return this.#all.subarray(at, at + length);
    return this.#read(at, Math.max(Math.min(length, this.size - at), 0));
  }

  #read(at: number, length: number): Uint8Array {
    const bytes = this.#disk.read(this.#path, length, at);
    this.#check();
    if (at === 0 && this.size <= MAX_KEPT_BYTES && bytes.length === this.size) this.#all = bytes;
    return bytes;
  }

  #check(): void {
    const was = this.#was;
    const now = this.#disk.stat(this.#path);
    if (now.ino !== was.ino || now.size < was.size || (now.size === was.size && now.mtimeMs !== was.mtimeMs))
      throw this.#moved();
  }
}

export function allBytes({ size, slice }: Source): Uint8Array {
  return slice(0, size);
}

/** Bytes of a large file that are held at a time. */
export const WINDOW = 1 << 20;

export function* windowsOf(source: Source): Generator<Uint8Array> {
  for (let at = 0; at < source.size; at += WINDOW) yield source.slice(at, WINDOW);
}

export function digestSource(source: Source): Digest {
  if (source.size <= WINDOW) return hash('sha256', source.slice(0, source.size));
  const whole = createHash('sha256');
  for (const bytes of windowsOf(source)) whole.update(bytes);
  return whole.digest('hex');
}

/** Throws NotAsPlanned once the file was replaced. */
export function rangeSource(disk: ReadDisk, { file, at, size }: FileRange, was: Stat): Source {
  const whole = fileSource(disk, file, was, () => new NotAsPlanned(`cannot be copied: ${file} was changed meanwhile`));
  return {
    size,
    slice: (from, length) => whole.slice(at + from, Math.max(Math.min(length, size - from), 0)),
  };
}

export interface LineWindow {
  readonly at: number;
  /** Valid until the next window. */
  readonly bytes: Uint8Array;
}

/** Windows that end after a line feed. A longer line is a window of its own. */
export function* lineWindows(source: Source, max = WINDOW): Generator<LineWindow> {
  for (let at = 0; at < source.size; ) {
    const read = source.slice(at, max);
    const whole = at + read.length < source.size ? read.lastIndexOf(LF) + 1 : read.length;
    const bytes = whole > 0 ? read.subarray(0, whole) : source.slice(at, lineLength(source, at, max));
    if (bytes.length === 0) return;
    yield { at, bytes };
    at += bytes.length;
  }
}

/** Length including the line feed, found without holding the line. */
function lineLength(source: Source, start: number, max: number): number {
  for (let at = start; at < source.size; at += max) {
    const end = source.slice(at, max).indexOf(LF);
    if (end >= 0) return at + end + 1 - start;
  }
  return source.size - start;
}
