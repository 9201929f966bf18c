import type { Source } from '../../../codecs/lines/source.ts';
import type { Part } from '../../kind.ts';
import { once } from '../../once.ts';
import { type FileShape, fileShape } from '../checks/file-shape.ts';
import { continuedIn } from './continued.ts';
import { cwdOf, type Listing, listingOf, UNREADABLE } from './listing.ts';
import { lastWindow } from './windows.ts';

/** A transcript file as far as its two windows show it. */
export interface ListedFile {
  readonly part: Part;
  /** Null for a folder, a fifo, a file that may not be opened. */
  readonly source: Source | null;
  listing(): Listing;
  /** The folder that its entry names, without making the rest of that. */
  cwd(): string | null;
  /** The session that goes on with it, likewise. */
  continuedIn(): string | null;
  /** How it is written where its records are on no lines of UTF-8; null for a file of lines. */
  shape(): FileShape | null;
}

export function listedFile(part: Part): ListedFile {
  const source = part.source ?? null;
  let listed: Listing | null = null;
  return {
    part,
    source,
    listing: () => {
      listed ??= source === null ? UNREADABLE : listingOf(source);
      return listed;
    },
    cwd: once(() => (source === null ? null : cwdOf(source))),
    continuedIn: once(() => {
      if (listed !== null) return listed.continuedIn;
      return source === null ? null : continuedIn(lastWindow(source));
    }),
    shape: once(() => (source === null ? null : fileShape(source))),
  };
}
