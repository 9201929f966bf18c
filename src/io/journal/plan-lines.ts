import type { Failure } from '../../model/failure.ts';
import type { Change } from '../../model/plan.ts';
import type { ReadDisk } from '../disk.ts';
import { type JournalLine, ownLines } from './lines.ts';

/** The Changes of a plan that stays in its file: some 40 bytes are held for each, and it is read again whenever it is asked for. */
export interface PlanLines {
  /** All of them, in their order. */
  changes(): Iterable<Change>;
  /** One of those that `changes` gave, by its number, from 0. */
  change(number: number): Change;
}

/** A file of Changes, one a line, below a first line of another kind. */
interface PlanText {
  readonly disk: ReadDisk;
  readonly path: string;
  /** Where its first line begins, in bytes; 0 where it does not say. */
  readonly start?: number;
  lines(): Iterable<JournalLine>;
  /** The Change of a line that was not read before, all of it checked; null for a Change that is not asked for. */
  first(text: string, number: number): Change | null;
  /** Decodes a line that was checked before. */
  again(text: string): Change;
  /** Thrown once the file is not what it was. */
  changed(): Failure;
}

/** A plan of which nothing was read yet. */
export function planLines(plan: PlanText): PlanLines {
  const known = ownLines();
  /** How many lines are known, and whether that is all of them. */
  let count = 0;
  let isWhole = false;
  /** Of each Change: the number of its line, and where that begins and ends. */
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
