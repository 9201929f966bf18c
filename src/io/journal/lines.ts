import { hash } from 'node:crypto';
import { Failure } from '../../model/failure.ts';
import type { WriteDisk } from '../disk/write-disk.ts';

type Readable = Pick<WriteDisk, 'open' | 'readAt' | 'close'>;

const CHUNK = 1 << 16;
const NEWLINE = 10;

/** A line, and where the next one begins. */
export interface JournalLine {
  readonly next: number;
  readonly text: string;
}

/** The lines of a file from the byte `start` on, one after the other, never the whole file. Throws Failure 'failed' for a last line without its end. */
export function* linesOf(disk: Readable, path: string, start = 0): Generator<JournalLine> {
  const file = disk.open(path);
  try {
    let at = start;
    let rest: Uint8Array = new Uint8Array(0);
    for (;;) {
      const chunk = disk.readAt(file, at + rest.length, Math.max(CHUNK, rest.length));
      if (chunk.length === 0 && rest.length > 0) throw new Failure('failed', `${path} ends in the middle of a line`);
      if (chunk.length === 0) return;
      rest = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE, start)) {
        yield { next: at + end + 1, text: Buffer.from(rest.buffer, rest.byteOffset + start, end - start).toString() };
        start = end + 1;
      }
      at += start;
      rest = rest.subarray(start);
    }
  } finally {
    disk.close(file);
  }
}

/** Last line first. `places` are starts of lines, and the end. */
export function* linesBackwards(disk: Readable, path: string, places: readonly number[]): Generator<string> {
  const file = disk.open(path);
  try {
    for (let n = places.length - 1; n > 0; n--) {
      const [start = 0, end = 0] = places.slice(n - 1, n + 1);
      yield Buffer.from(disk.readAt(file, start, end - 1 - start)).toString();
    }
  } finally {
    disk.close(file);
  }
}

/** Lines that this process wrote or checked, recognised when read again. */
export interface JournalLines {
  add(text: string): void;
  /** Unchanged line of this number, from 0. */
  has(number: number, text: string): boolean;
}

/** Holds one number per line. */
export function ownLines(): JournalLines {
  const marks: number[] = [];
  return {
    add: (text) => {
      marks.push(markOf(text));
    },
    has: (number, text) => marks[number] === markOf(text),
  };
}

/** Hex digits of a hash that fit a number. */
const MARK = 12;

function markOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, MARK), 16);
}
