import type { Source } from '../codecs/lines/source.ts';
import type { Digest } from './plan.ts';

export type { Source } from '../codecs/lines/source.ts';

/** Bytes: a larger file is not held twice, nor beside another such file, nor read without a look at the memory that is free. */
export const LARGE_FILE = 2 ** 26;

/** The type of entry at a path; `link` is a symbolic link that was not followed. */
export type EntryType = 'file' | 'folder' | 'link' | 'other';

/** The role of a path in a kind, known from its name and type alone. */
export type Place =
  /** Walk into it; `scope` when everything below belongs to that one. */
  | { readonly type: 'folder'; readonly scope?: string }
  /**
   * A file (or folder in the place of one) of the unit `id`; `role` is the kind's word for it. `scope` is printed as the
   * project; empty where a store has no projects. `inside`: a folder that is walked into as well.
   */
  | {
      readonly type: 'part';
      readonly scope: string;
      readonly id: string;
      readonly role: string;
      readonly load: Load;
      readonly inside?: true;
    }
  /**
   * A file or folder that concerns a whole scope, such as an index or settings. `scope` null: the whole site; it is given
   * to the scope named '', which is opened for it even when it has no unit. `inside`: as above.
   */
  | {
      readonly type: 'shared';
      readonly scope: string | null;
      readonly role: string;
      readonly load: Load;
      readonly inside?: true;
    }
  /** Other data of the program: not walked, not judged. */
  | { readonly type: 'foreign' };

/** How much of a file a kind reads: all of it, ranges of it when it asks for them, its first 4 KiB, or nothing. */
export type Load = 'whole' | 'lines' | 'head' | 'name';

/** One file of a unit, or of a scope. */
export interface Part {
  /** Relative to the root. */
  readonly path: string;
  readonly role: string;
  /** The type of the entry at the path itself: a link that stays inside the store has type `link`, and the bytes of its target. */
  readonly type: EntryType;
  /** Null when it was not to be loaded, is not a file, or could not be read (`trouble` says why). */
  readonly bytes: Uint8Array | null;
  /** Of a part loaded as `lines`: its bytes, read when they are asked for. Throws `Moved`, and what the disk answers. */
  readonly source?: Source | null;
  readonly size: number;
  /** Whole Unix seconds. */
  readonly mtime: number;
  /** Milliseconds since 1970, with the fraction that the file system keeps. */
  readonly mtimeMs?: number;
  /** Permission bits. */
  readonly mode: number;
  /** Lower-case hex sha256 of `bytes`, worked out when asked for; of a folder, its print; empty for what cannot be read. */
  digest(): Digest;
}

/** A file became another one while ranges of it were read: it cannot be judged now. */
export class Moved extends Error {
  override readonly name = 'Moved';
  /** Relative to the root. */
  readonly path: string;

  constructor(path: string) {
    super(`${path} changed while it was read`);
    this.path = path;
  }
}

/** Can other users read a file of this mode. */
export function isOpenToOthers({ mode }: Pick<Part, 'mode'>): boolean {
  return (mode & 0o044) !== 0;
}
