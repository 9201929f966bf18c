import type { Source } from '../codecs/lines/source.ts';
import type { EntryType } from './place.ts';
import type { Print } from './plan.ts';

/** One file of a unit, or of a scope. */
export interface Part {
  /** Relative to the root. */
  readonly path: string;
  readonly role: string;
  /** What lies at the path itself: a link that stays inside the store has type `link`, and the bytes of its target. */
  readonly type: EntryType;
  /** Null when it was not to be loaded, is no file, or could not be read (`trouble` says why). */
  readonly bytes: Uint8Array | null;
  /** Of a part loaded as `lines`: its bytes, read when they are asked for. Throws `Moved`, and what the disk answers. */
  readonly source?: Source | null;
  readonly size: number;
  /** Whole Unix seconds. */
  readonly mtime: number;
  /** Milliseconds since 1970, with the fraction that the file system keeps; left out where only seconds are known. */
  readonly mtimeMs?: number;
  /** Permission bits. */
  readonly mode: number;
  /** Lower-case hex sha256 of `bytes`, worked out when asked for; of a folder, its print; empty for what cannot be read. */
  print(): Print;
}

/** A file became another one while ranges of it were read: it cannot be judged now. */
export class Moved extends Error {
  override readonly name = 'Moved';
  /** As in `Part`. */
  readonly path: string;

  constructor(path: string) {
    super(`${path} changed while it was read`);
    this.path = path;
  }
}
