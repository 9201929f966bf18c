import type { Failure } from '../../model/failure.ts';
import type { Change } from '../../model/plan.ts';
import type { ReadDisk } from '../disk.ts';
import { type JournalLine, ownLines } from './lines.ts';

/** Changes that stay in their file: some 40 bytes held for each, read again on demand. */
export interface PlanLines {
  changes(): Iterable<Change>;
  /** By position in `changes`, from 0. */
  change(number: number): Change;
}

/** Lines of Changes below a header line. */
interface PlanText {
  readonly disk: ReadDisk;
  readonly path: string;
  /** Where its first line begins, in bytes; 0 where it does not say. */
  readonly start?: number;
  lines(): Iterable<JournalLine>;
  /** Checks a new line. Null for a Change that is not wanted. */
  first(text: string, number: number): Change | null;
  /** Decodes a checked line. */
  again(text: string): Change;
  /** The error for a modified file. */
  changed(): Failure;
}

export function planLines(plan: PlanText): PlanLines {
  const known = ownLines();
  /** Known lines, and whether they are all. */
  let count = 0;
  let isWhole = false;
  /** Three numbers per Change: its line, start and end. */
  const at: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const meet = (text: string, number: number, start: number, end: number): Change | null => {
    if (isWhole) throw plan.changed();
    const change = number === 0 ? null : plan.first(text, number);
    known.add(text);
    count++;
    if (change === null) return null;
    at.push(number);
    starts.push(start);
    ends.push(end);
    return change;
  };
  const meetAgain = (text: string, number: number, given: number): Change | null => {
    if (!known.has(number, text)) throw plan.changed();
    return at[given] === number ? plan.again(text) : null;
  };
  return {
    *changes() {
      let [number, start, given] = [0, plan.start ?? 0, 0];
      for (const { text, next } of plan.lines()) {
        const change = number < count ? meetAgain(text, number, given) : meet(text, number, start, next - 1);
        if (change !== null) {
          given++;
          yield change;
        }
        number++;
        start = next;
      }
      if (number < count) throw plan.changed();
      isWhole = true;
    },
    change: (number) => {
      const [line = 0, start = 0, end = 0] = [at[number], starts[number], ends[number]];
      const text = Buffer.from(plan.disk.read(plan.path, end - start, start)).toString();
      if (!known.has(line, text)) throw plan.changed();
      return plan.again(text);
    },
  };
}
