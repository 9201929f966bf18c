import { Failure } from '../../model/failure.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import { readReasonOf } from '../disk/error-code.ts';
import type { ReadDisk } from '../disk.ts';
import { type UserFilePlace, userFile } from '../user-file.ts';
import { journalDisk } from './journal.ts';
import {
  decodeChange,
  decodeChangeUnchecked,
  decodeEnd,
  decodeHeader,
  encodeChange,
  encodeEnd,
  encodeHeader,
  isEnd,
  type JournalLine,
  linesOf,
  type PlanLines,
  planLines,
  schemaFault,
} from './plan-lines.ts';

export interface SavedPlan extends PlanLines {
  readonly header: PlanHeader;
  /** Number of saved Changes, known at the end; null if the file has no count. */
  saved(): number | null;
}

/** Saves a plan for stores as JSON lines: of each store a header, its Changes and their number. */
export interface PlanWriter {
  readonly name: string;
  /** Writes a store's Changes, one at a time. A store without Changes gets no lines if another has some. */
  add(header: PlanHeader, changes: Iterable<Change> | AsyncIterable<Change>): Promise<void>;
  finish(): Promise<void>;
  abandon(): void;
}

/** A writer of a plan that is private to its user, saved whole or not at all. Each call throws Failure like `userFile`. */
export function planWriter(place: UserFilePlace): PlanWriter {
  const out = userFile(place, { isPrivate: true });
  let idle: PlanHeader | null = null;
  let isBegun = false;
  const write = (...lines: readonly string[]): void => {
    for (const line of lines) out.write(`${line}\n`);
    isBegun = true;
  };
  return {
    name: place.name,
    add: async (header, changes) => {
      let count = 0;
      for await (const change of changes) {
        if (count++ === 0) write(encodeHeader(header));
        write(encodeChange(change));
      }
      if (count > 0) write(encodeEnd(count));
      idle = header;
    },
    finish: async () => {
      if (!isBegun && idle !== null) write(encodeHeader(idle), encodeEnd(0));
      await out.finish();
    },
    abandon: out.abandon,
  };
}

/**
 * A saved plan, store by store. Every line's shape, paths and rules are checked. Throws Failure `usage` for a file that
 * is not a plan; `changes` also for a bad line or a truncated plan. Each iteration rereads the file, and throws Failure
 * `refused` if it changed.
 */
export function readPlans(disk: ReadDisk, file: string): SavedPlan[] {
  return beginnings(disk, file).map((begins) => planFrom(disk, file, begins));
}

interface PlanBeginning {
  readonly text: string;
  /** Offset in bytes. */
  readonly start: number;
  readonly line: number;
}

function beginnings(disk: ReadDisk, file: string): PlanBeginning[] {
  const found: PlanBeginning[] = [];
  let start = 0;
  let line = 1;
  let isNext = true;
  for (const { text, next } of linesIn(disk, file)) {
    if (isNext) found.push({ text, start, line });
    isNext = isEnd(text);
    start = next;
    line++;
  }
  return found;
}

function planFrom(disk: ReadDisk, file: string, { text, start, line }: PlanBeginning): SavedPlan {
  const { header, hasEnd } = orNotAPlan(file, line, () => decodeHeader(text));
  let saved: number | null = null;
  const lines = planLines({
    disk,
    path: file,
    start,
    lines: () => (hasEnd ? toEnd(file, linesIn(disk, file, start)) : linesIn(disk, file, start)),
    first: (text, number) => {
      saved = hasEnd ? orNotAPlan(file, line + number, () => decodeEnd(text)) : null;
      return saved === null ? orNotAPlan(file, line + number, () => decodeChange(text)) : null;
    },
    reread: decodeChangeUnchecked,
    changed: () => new Failure('refused', `the plan ${file} was changed while it was read`, 'Nothing was changed.'),
  });
  return { header, saved: () => saved, ...lines };
}

/** Lines up to the end of a store's Changes. Throws Failure `usage` without an end. */
function* toEnd(file: string, lines: Iterable<JournalLine>): Generator<JournalLine> {
  for (const line of lines) {
    yield line;
    if (isEnd(line.text)) return;
  }
  throw truncatedPlan(file);
}

function* linesIn(disk: ReadDisk, file: string, start = 0): Generator<JournalLine> {
  let isEmpty = true;
  try {
    for (const line of linesOf(journalDisk(disk), file, start)) {
      isEmpty = false;
      yield line;
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'failed') throw truncatedPlan(file);
    if (error instanceof Failure) throw error;
    throw new Failure('usage', `${file} ${readReasonOf(error)}`, null, { cause: error });
  }
  if (isEmpty) throw truncatedPlan(file);
}

function truncatedPlan(file: string): Failure {
  return new Failure(
    'usage',
    `${file} is not a plan, or is cut off`,
    'Copy it again, or make it anew with --plan-out.',
  );
}

function orNotAPlan<T>(file: string, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const hint = 'Only files that `--plan-out` has written can be applied.';
    throw new Failure('usage', `${file} is not a plan: line ${line}: ${schemaFault(error)}`, hint, { cause: error });
  }
}
