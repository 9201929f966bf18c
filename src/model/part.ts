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
  readonly size: number;
  /** Whole Unix seconds. */
  readonly mtime: number;
  /** Permission bits. */
  readonly mode: number;
  /** Lower-case hex sha256 of `bytes`, worked out when asked for; of a folder, its print; empty for what cannot be read. */
  print(): Print;
}
