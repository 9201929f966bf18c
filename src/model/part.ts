import type { Source } from '../codecs/lines/source.ts';
import { once } from './once.ts';
import type { Digest } from './plan.ts';

/** Also in `codecs/bytes.ts`, since codecs import nothing and ops no codecs. */
export const LF = 0x0a;

/** Bytes from which files are never held twice or together, and are read only if memory allows. */
export const LARGE_FILE = 2 ** 26;

/** `link`: a symbolic link, not followed. */
export type EntryType = 'file' | 'folder' | 'link' | 'other';

export type Place =
  /** A folder to walk. `scope`: the scope of everything below. `follows`: also if it is a link out of the store. */
  | { readonly type: 'folder'; readonly scope?: string; readonly follows?: true }
  /**
   * A file (or folder in its place) of unit `id`; `role`: the kind's word. `scope` is printed as the project; empty without projects.
   * `inside`: the folder is walked too.
   */
  | {
      readonly type: 'part';
      readonly scope: string;
      readonly id: string;
      readonly role: string;
      readonly load: LoadMode;
      readonly inside?: true;
      /** True for a temporary file of the program, which may vanish while it is read. */
      readonly passing?: true;
    }
  /** A file of a whole scope, such as an index. Scope null is the whole site: scope '' gets it, and is opened even without units. */
  | {
      readonly type: 'shared';
      readonly scope: string | null;
      readonly role: string;
      readonly load: LoadMode;
      readonly inside?: true;
    }
  /** Other data of the program, which is neither walked nor judged. */
  | { readonly type: 'foreign' };

/** How much a kind reads: everything, ranges on demand, the first 4 KiB, or nothing. */
export type LoadMode = 'whole' | 'lines' | 'head' | 'name';

/** `path` is relative to the root. `mtime` is in whole Unix seconds, `mtimeMs` in milliseconds since 1970 with fractions. */
export interface Part {
  readonly path: string;
  readonly role: string;
  /** Type of the entry itself. A `link` that stays in the store has the bytes of its target. */
  readonly type: EntryType;
  /** Null if not loaded, not a file, or unreadable. */
  readonly bytes: Uint8Array | null;
  /** For parts loaded as `lines`: read on demand. Throws `FileReplaced` and errors of the disk. */
  readonly source?: Source | null;
  readonly size: number;
  readonly mtime: number;
  readonly mtimeMs?: number;
  readonly mode: number;
  /** Computed on demand. For a folder: over its tree. Empty if unreadable. */
  digest(): Digest;
}

/** Exported for ops, which must not import codecs. */
export type { Source };

/** Thrown when a file is replaced while ranges of it are read: it cannot be judged now. */
export class FileReplaced extends Error {
  override readonly name = 'FileReplaced';
  /** Relative to the root. */
  readonly path: string;

  constructor(path: string) {
    super(`${path} changed while it was read`);
    this.path = path;
  }
}

/** True for an error of reading another file: it changed meanwhile, or the system refuses it, which has its own finding. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof FileReplaced || isRefusedBySystem(error);
}

export function isRefusedBySystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

export function isOpenToOthers({ mode }: Pick<Part, 'mode'>): boolean {
  return (mode & 0o044) !== 0;
}

export function bytesSource(bytes: Uint8Array): Source {
  return { size: bytes.length, isInMemory: true, slice: (at, length) => bytes.subarray(at, at + length) };
}

export function sourceOfPart(part: Pick<Part, 'bytes' | 'source'> | undefined): Source | null {
  return part?.source ?? (part?.bytes == null ? null : bytesSource(part.bytes));
}

export const NO_SOURCE = bytesSource(new Uint8Array());

/** Cells by column, without columns that the table lacks. */
export type Row = Readonly<Record<string, unknown>>;

/** Why a table was not read: a word, and a clause. */
export interface TableFailure {
  readonly none: 'absent' | 'no-engine' | 'unreadable';
  readonly reason: string;
}

export type TableRead = readonly Row[] | TableFailure;

export function isNoTable(read: TableRead): read is TableFailure {
  return 'none' in read;
}

export function totalSize(parts: readonly Pick<Part, 'type' | 'size'>[]): number {
  return parts.reduce((sum, { type, size }) => sum + (type === 'folder' ? 0 : size), 0);
}

/** Finds parts by path; of two with one path, the first. */
export function partFinder(parts: readonly Part[]): (path: string) => Part | undefined {
  const byPath = once(() => new Map(parts.toReversed().map((part) => [part.path, part] as const)));
  return (path) => byPath().get(path);
}
