import { Failure } from '../../model/failure.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import { readReasonOf } from '../disk/reason-of.ts';
import type { ReadDisk } from '../disk.ts';
import { type UserFilePlace, userFile } from '../user-file.ts';
import { journalDisk } from './journal-disk.ts';
import { type JournalLine, linesOf } from './lines.ts';
import {
  decodeChange,
  decodeEnd,
  decodeHeader,
  decodeJournalChange,
  encodeChange,
  encodeEnd,
  encodeHeader,
  misfitOf,
} from './plan-json.ts';
import { type PlanLines, planLines } from './plan-lines.ts';

/** A plan that was saved: what it is for, and its Changes, decoded one by one. */
export interface SavedPlan extends PlanLines {
  readonly header: PlanHeader;
  /** How many Changes it was saved with, once all of it was read; null where it does not say so. */
  saved(): number | null;
}

/**
 * Saves a plan as lines of JSON, all of it or nothing, readable by its user alone; answers how many Changes it has. One Change is held
 * at a time. Throws Failure as `userFile` does.
 */
export async function savePlan(
  place: UserFilePlace,
  header: PlanHeader,
  changes: Iterable<Change> | AsyncIterable<Change>,
): Promise<number> {
  const out = userFile(place, { isPrivate: true });
  let count = 0;
  try {
    out.write(`${encodeHeader(header)}\n`);
    for await (const change of changes) {
      out.write(`${encodeChange(change)}\n`);
      count++;
    }
    out.write(`${encodeEnd(count)}\n`);
  } catch (error) {
    out.abandon();
    throw error;
  }
  await out.finish();
  return count;
}

/**
 * A saved plan, each line of it checked: its shape, its paths, its rules. Throws Failure 'usage' for a file that is not a plan, and from
 * `changes` for a line that is none, by its number, and for one that was cut off between two lines. The file is read again each time that
 * its Changes are asked for: Failure 'refused' when it is not what it was.
 */
export function readPlan(disk: ReadDisk, file: string): SavedPlan {
  const { header, hasEnd } = sure(file, 1, () => decodeHeader(headOf(disk, file)));
  let saved: number | null = null;
  const lines = planLines({
    disk,
    path: file,
    lines: () => (hasEnd ? toEnd(file, linesIn(disk, file)) : linesIn(disk, file)),
    first: (text, number) => {
      saved = hasEnd ? sure(file, number + 1, () => decodeEnd(text)) : null;
      return saved === null ? sure(file, number + 1, () => decodeChange(text)) : null;
    },
    again: decodeJournalChange,
    changed: () => new Failure('refused', `the plan ${file} was changed while it was read`, 'Nothing was changed.'),
  });
  return { header, saved: () => saved, ...lines };
}

/** Lines up to the end of the plan. Throws Failure `usage` where the last one does not end it. */
function* toEnd(file: string, lines: Iterable<JournalLine>): Generator<JournalLine> {
  let last = '';
  for (const line of lines) {
    last = line.text;
    yield line;
  }
  if (decodeEnd(last) === null) throw cutOff(file);
}

function headOf(disk: ReadDisk, file: string): string {
  for (const { text } of linesIn(disk, file)) return text;
  return '';
}

function* linesIn(disk: ReadDisk, file: string): Generator<JournalLine> {
  let isEmpty = true;
  try {
    for (const line of linesOf(journalDisk(disk), file)) {
      isEmpty = false;
      yield line;
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'failed') throw cutOff(file);
    if (error instanceof Failure) throw error;
    throw new Failure('usage', `${file} ${readReasonOf(error)}`, null, { cause: error });
  }
  if (isEmpty) throw cutOff(file);
}

function cutOff(file: string): Failure {
  return new Failure(
    'usage',
    `${file} is not a plan, or is cut off`,
    'Copy it again, or make it anew with --plan-out.',
  );
}

function sure<T>(file: string, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const hint = 'Only files that `--plan-out` has written can be applied.';
    throw new Failure('usage', `${file} is not a plan: line ${line}: ${misfitOf(error)}`, hint, { cause: error });
  }
}
