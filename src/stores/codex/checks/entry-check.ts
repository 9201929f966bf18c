import type { FileFinding } from '../../file-finding.ts';
import type { Entry } from '../read/record.ts';

/** A check that looks at one line after the other: a large rollout is read once for all of them. */
export interface EntryCheck {
  /** The finding of a line; null for most. */
  take(entry: Entry): readonly FileFinding[] | null;
  /** After the last line. */
  end(): Iterable<FileFinding>;
}
