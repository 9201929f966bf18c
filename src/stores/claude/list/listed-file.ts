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

/** A transcript as its two windows show it. `hidden`, `cwd`, `times` and `continuedIn` are parts of its row, read without the rest. */
export interface ListedFile {
  /** The file as it is on disk. */
  readonly part: Part;
  /** Content of the file, unpacked if its name says that it is compressed. Null for a folder, a fifo, or a file that may not be opened. */
  readonly source: Source | null;
  listing(): Listing;
  hidden(): Hidden | null;
  cwd(): string | null;
  times(): SessionTimes;
  /** Time of the last message anywhere in the file, in milliseconds. */
  lastSaidAt(): number | null;
  /** The first question of a file that is no file of lines, in which the program finds none; null for any other. */
  questionOfShape(): string | null;
  continuedIn(): string | null;
  /** The form of a file without lines of UTF-8; null for a file of lines. */
  shape(): FileShape | null;
  /** The unpacked lines of a gzip file; null for any other. */
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
