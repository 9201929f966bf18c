import { Failure } from '../../model/failure.ts';
import type { Change, Digest, PlanHeader } from '../../model/plan.ts';
import { nullOn } from '../disk/error-code.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { ReadDisk } from '../disk.ts';
import type { Journal } from './journal.ts';
import {
  decodeBegun,
  decodeIntended,
  decodeIntendedUnchecked,
  type JournalLines,
  linesBackwards,
  linesOf,
  type PlanLines,
  planLines,
} from './plan-lines.ts';

export interface NumberedChange extends IntendedChange {
  readonly number: number;
}

type ReadableDisk = Pick<WriteDisk, 'open' | 'readAt' | 'close'>;

/** The first line of a journal. Throws Failure 'failed'. */
export function beginningOf(disk: ReadableDisk, journal: Journal): { startedAt: number; header: PlanHeader } {
  const first = nullOn(['ENOENT'], () => {
    for (const { text } of linesOf(disk, journal.plan)) return text;
    return '';
  });
  if (first === null) throw new Failure('failed', `${journal.plan} is missing`);
  if (first === '') throw new Failure('failed', `${journal.plan} is empty`);
  const begun = orFailure(journal, () => decodeBegun(first));
  // A copied run folder would undo its run a second time.
  if (begun.run !== journal.run) throw new Failure('failed', `${journal.plan} is that of another run`);
  return begun;
}

/** Changes of a journal in order. `own`: lines that this process wrote or checked. `checked` collects each line. */
export function* intentions(
  disk: ReadableDisk,
  journal: Journal,
  own?: JournalLines,
  checked?: JournalLines,
): Generator<NumberedChange> {
  let number = -1;
  for (const { text } of linesOf(disk, journal.plan)) {
    if (number >= 0) {
      const item = numbered(journal, text, number, own);
      checked?.add(text);
      yield item;
    }
    number += 1;
  }
}

function numbered(journal: Journal, text: string, number: number, own?: JournalLines): NumberedChange {
  const decode = own?.has(number, text) ? decodeIntendedUnchecked : decodeIntended;
  return { ...orFailure(journal, () => decode(text)), number };
}

/** Changes of a journal, the last one first; it holds one number per Change. `own`: lines that this process wrote or checked. */
export function* intentionsBackwards(
  disk: ReadableDisk,
  journal: Journal,
  own?: JournalLines,
): Generator<NumberedChange> {
  const places: number[] = [];
  for (const { next } of linesOf(disk, journal.plan)) places.push(next);
  // The first line is the header.
  let number = places.length - 2;
  for (const text of linesBackwards(disk, journal.plan, places)) {
    yield numbered(journal, text, number, own);
    number -= 1;
  }
}

/** Changes for which `isMeant` is true. Iterable more than once. */
export function intendedChanges(
  disk: ReadableDisk & ReadDisk,
  journal: Journal,
  isMeant: (item: NumberedChange) => boolean,
): PlanLines {
  return planLines({
    disk,
    path: journal.plan,
    lines: () => linesOf(disk, journal.plan),
    first: (text, line) => {
      const intended = orFailure(journal, () => decodeIntended(text));
      return isMeant({ ...intended, number: line - 1 }) ? intended.change : null;
    },
    reread: (text) => decodeIntendedUnchecked(text).change,
    changed: () => new Failure('refused', `${journal.plan} was changed while it was read`, 'Nothing was changed.'),
  });
}

function orFailure<T>(journal: Journal, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Failure('failed', `${journal.plan} cannot be understood`, null, { cause: error });
  }
}

/**
 * A Change in the journal, with facts from before its first step. `becomes` has, per step, the digest after a put or
 * plant; null if it follows from the kept original, or is unknown. `made` are missing folders that are created,
 * relative to the root, outermost first. `refused` says why nothing of it can be made; null if it can.
 */
export interface IntendedChange {
  readonly change: Change;
  readonly becomes: readonly (Digest | null)[];
  readonly made: readonly string[];
  readonly refused: string | null;
}
