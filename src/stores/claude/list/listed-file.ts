import type { Source } from '../../../codecs/lines/source.ts';
import { once } from '../../../model/once.ts';
import { bytesSource, type Part } from '../../../model/part.ts';
import { firstRecordsAsLines } from '../../engine/range-edits.ts';
import { type FileShape, fileShape, unpackedSession } from '../checks/file-shape.ts';
import {
  cwdOf,
  type Hidden,
  hiddenIn,
  type Listing,
  lastSaidAt,
  listingOf,
  type SessionTimes,
  timesOf,
  UNREADABLE,
} from './listing.ts';
import { continuedIn } from './succession.ts';
import { firstBytes, lastBytes } from './windows.ts';

/**
 * A transcript file as far as its two windows show it. `hidden`, `cwd`, `times` and `continuedIn` are parts of its
 * row, without the rest.
 */
export interface ListedFile {
  /** As it is on the disk. */
  readonly part: Part;
  /** Its content, unpacked where its name says that it is compressed. Null for a folder, a fifo, a file that may not be opened. */
  readonly source: Source | null;
  listing(): Listing;
  hidden(): Hidden | null;
  cwd(): string | null;
  times(): SessionTimes;
  /** When something was said last, wherever that is, in milliseconds. */
  lastSaidAt(): number | null;
  /** The first question of a file in which the program finds no line; null for any other. */
  questionOfShape(): string | null;
  continuedIn(): string | null;
  /** How it is written where its records are on no lines of UTF-8; null for a file of lines. */
  shape(): FileShape | null;
  /** The lines that gzip packed in it; null for any other file. */
  unpacked(): Uint8Array | null;
}

export function listedFile(part: Part, source = part.source ?? null): ListedFile {
  let listed: Listing | null = null;
  const unpacked = once(() => (source === null ? null : unpackedSession(source)));
  const shape = once(() => (source === null ? null : fileShape(source, unpacked)));
  const beginning = once(() => {
    if (source === null || shape() === null) return source;
    const lines = shape() === 'gzip' ? unpacked() : firstRecordsAsLines(firstBytes(source));
    return lines === null ? source : bytesSource(lines);
  });
  const times = once(() => listed ?? (source === null ? UNREADABLE : timesOf(source)));
  return {
    part,
    source,
    listing: () => {
      listed ??= source === null ? UNREADABLE : listingOf(source);
      return listed;
    },
    hidden: once(() => (listed ?? (source === null ? UNREADABLE : { hidden: hiddenIn(source) })).hidden),
    cwd: once(() => {
      const lines = beginning();
      return lines === null ? null : cwdOf(lines);
    }),
    times,
    lastSaidAt: once(() => {
      const { lastAt, isLastSaid } = times();
      return isLastSaid || source === null ? lastAt : lastSaidAt(source);
    }),
    continuedIn: once(() => {
      if (listed !== null) return listed.continuedIn;
      return source === null ? null : continuedIn(lastBytes(source));
    }),
    questionOfShape: once(() => {
      const lines = shape() === null ? null : beginning();
      return lines === null ? null : listingOf(lines).firstPrompt;
    }),
    shape,
    unpacked,
  };
}
