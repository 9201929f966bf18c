import { createHash, hash } from 'node:crypto';
import type { Source } from '../../codecs/lines/source.ts';
import type { Digest, FileRange } from '../../model/plan.ts';
import type { ReadDisk, Stat } from '../disk.ts';
import { NotAsPlanned } from './error-code.ts';
import type { ReadBuffer } from './read-file.ts';

/** Smaller files are held once read whole. */
const KEPT = 1 << 20;
/** Smaller files are read whole at once: their ranges would cost more. */
const SMALL = 1 << 18;

/** A file at the size of `was`: later appends are ignored. Throws `moved()` once it is replaced, shorter, or written without growth. */
export function fileSource(disk: ReadDisk, path: string, was: Stat, moved: () => Error): Source {
  return new FileSource(disk, path, was, moved);
}

/** Bytes of each end of a larger file. */
const END = 1 << 16;

/** Reads a small file at once, into `buffer` if there is one, and both ends of a larger one, or a byte. Throws the system's error. */
export function openedSource(
  disk: ReadDisk,
  path: string,
  was: Stat,
  buffer: ReadBuffer | null,
  moved: () => Error,
): Source {
  const source = new FileSource(disk, path, was, moved);
  if (was.size <= SMALL) source.hold(buffer);
  else if (!source.holdEnds(buffer)) disk.read(path, 1);
  return source;
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
  /** As many bytes each, at the start and at the end. */
  #ends: readonly [Uint8Array, Uint8Array] | null = null;
  /** Holds those until its next clearing; null if the source owns its bytes. */
  #room: ReadBuffer | null = null;
  #use = 0;

  constructor(disk: ReadDisk, path: string, was: Stat, moved: () => Error) {
    const { longest, head } = disk;
    this.size = was.size;
    if (longest !== undefined) this.longest = longest;
    if (head !== undefined) this.fill = (buffer, at) => this.#held(buffer, at) ?? head(path, buffer, at);
    this.slice = (at, length) => this.#slice(at, length);
    this.#disk = disk;
    this.#path = path;
    this.#was = was;
    this.#moved = moved;
  }

  get isHeld(): boolean {
    return this.#all !== null && this.#isThere();
  }

  #isThere(): boolean {
    return this.#room === null || this.#room.uses === this.#use;
  }

  hold(room: ReadBuffer | null): void {
    const { head } = this.#disk;
    const within = head === undefined ? null : (room?.take(this.size) ?? null);
    if (within === null) this.#read(0, Math.max(this.size, 1));
    else this.#keep(head?.(this.#path, within) as Uint8Array, room);
  }

  /** False where there is no room. */
  holdEnds(room: ReadBuffer | null): boolean {
    const { ends } = this.#disk;
    const both = ends === undefined ? null : (room?.take(2 * END) ?? null);
    if (ends === undefined || both === null) return false;
    const [start, end] = [both.subarray(0, END), both.subarray(END)];
    this.#checkAs(ends(this.#path, start, end, this.size));
    this.#ends = [start, end];
    this.#room = room;
    this.#use = room?.uses ?? 0;
    return true;
  }

  #held(buffer: Uint8Array, at: number): Uint8Array | null {
    if (!this.isHeld) return null;
    const bytes = this.#slice(at, buffer.length);
    buffer.set(bytes);
    return buffer.subarray(0, bytes.length);
  }

  #slice(at: number, length: number): Uint8Array {
    if (this.isHeld) return (this.#all as Uint8Array).subarray(at, at + length);
    if (this.#ends !== null && this.#isThere()) {
      const [start, end] = this.#ends;
      if (at + length <= END) return start.subarray(at, at + length);
      const from = at - (this.size - END);
      if (from >= 0) return end.subarray(from, from + length);
    }
    return this.#read(at, Math.max(Math.min(length, this.size - at), 0));
  }

  #read(at: number, length: number): Uint8Array {
    const bytes = this.#disk.read(this.#path, length, at);
    this.#keep(at === 0 && this.size <= KEPT ? bytes : null, null);
    return bytes;
  }

  #keep(bytes: Uint8Array | null, room: ReadBuffer | null): void {
    this.#check();
    if (bytes?.length !== this.size) return;
    this.#all = bytes;
    this.#ends = null;
    this.#room = room;
    this.#use = room?.uses ?? 0;
  }

  #check(): void {
    this.#checkAs(this.#disk.stat(this.#path));
  }

  #checkAs(now: Stat): void {
    const was = this.#was;
    if (now.ino !== was.ino || now.size < was.size || (now.size === was.size && now.mtimeMs !== was.mtimeMs))
      throw this.#moved();
  }
}

/** Holds all bytes. */
export function wholeOf({ size, slice }: Source): Uint8Array {
  return slice(0, size);
}

/** Bytes of a large file held at a time. */
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

const LINE_FEED = 10;

/** Windows that end behind a line feed. A longer line is a window of its own. */
export function* lineWindows(source: Source, most = WINDOW): Generator<LineWindow> {
  for (let at = 0; at < source.size; ) {
    const read = source.slice(at, most);
    const whole = at + read.length < source.size ? read.lastIndexOf(LINE_FEED) + 1 : read.length;
    const bytes = whole > 0 ? read.subarray(0, whole) : source.slice(at, lineLength(source, at, most));
    if (bytes.length === 0) return;
    yield { at, bytes };
    at += bytes.length;
  }
}

/** Length including the line feed, found without holding the line. */
function lineLength(source: Source, start: number, most: number): number {
  for (let at = start; at < source.size; at += most) {
    const end = source.slice(at, most).indexOf(LINE_FEED);
    if (end >= 0) return at + end + 1 - start;
  }
  return source.size - start;
}
