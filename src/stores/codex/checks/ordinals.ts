import { about, atByte, type FileFinding } from '../../file-finding.ts';
import { count } from '../../words.ts';
import type { Entry } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import type { EntryCheck } from './entry-check.ts';

interface Numbered {
  /** Lines before it. */
  readonly n: number;
  readonly at: number;
  readonly ordinal: number;
}

/** The last counting record, and the ordinal before it. */
interface Last extends Omit<Numbered, 'at'> {
  readonly before: number;
}

/** The ordinals of a rollout that are not as the program counts them; of one that is not paginated nothing. */
export function ordinalFindings(file: RolloutFile): EntryCheck {
  if (file.head().meta?.mode !== 'paginated') return UNNUMBERED;
  let last: Last = { n: -1, ordinal: -1, before: -1 };
  let missing: number | null = null;
  const gaps = new Gaps();
  const numbered = ({ n, at }: Entry['line'], ordinal: number): FileFinding | null => {
    gaps.meet(at, ordinal, last);
    if (ordinal <= last.ordinal) return outOfTurn({ n, at, ordinal }, last);
    last = { n, ordinal, before: last.ordinal };
    return null;
  };
  return {
    take(entry) {
      if (!isRecord(entry)) return gaps.pass(entry);
      const { line, ordinal } = entry;
      const before = missing === null ? null : [atByte('CX202', missing, 'has a record without an ordinal')];
      missing = ordinal === null ? line.at : null;
      const here = ordinal === null ? gaps.pass(entry) : numbered(line, ordinal);
      return here === null ? before : [...(before ?? []), here];
    },
    *end() {
      if (missing !== null) yield atByte('CX201', missing, 'has no ordinal at its last record');
      yield* gaps.findings();
    },
  };
}

const UNNUMBERED: EntryCheck = { take: () => null, end: () => [] };

function isRecord({ value, type, payload }: Entry): boolean {
  return value !== null && type !== null && payload !== null;
}

/** The program counts on without a gap: ordinals that nothing has are those of records that were cut out. */
class Gaps {
  #first: FileFinding | null = null;
  #others = 0;
  /** A damaged line, or a record without an ordinal, explains a gap. */
  #isExplained = false;
  /** Records that are not in their order are found anyway. */
  #isOutOfOrder = false;

  pass({ shape }: Entry): null {
    this.#isExplained ||= shape !== 'blank';
    return null;
  }

  meet(at: number, ordinal: number, last: Last): void {
    const isGap = last.n >= 0 && ordinal > last.ordinal + 1 && !this.#isExplained;
    this.#isExplained = false;
    this.#isOutOfOrder ||= ordinal <= last.ordinal;
    if (!isGap) return;
    if (this.#first === null)
      this.#first = atByte('CX209', at, `lacks ${missingText(last.ordinal + 1, ordinal - 1)} before this one`);
    else this.#others++;
  }

  *findings(): Generator<FileFinding> {
    if (this.#first === null || this.#isOutOfOrder) return;
    yield this.#first;
    if (this.#others > 0) yield about('CX209', `lacks records in ${count(this.#others, 'more place')}`);
  }
}

function missingText(from: number, to: number): string {
  return from === to ? `the record ${from}` : `the records ${from} to ${to}`;
}

function outOfTurn({ n, at, ordinal }: Numbered, last: Last): FileFinding {
  return n === last.n + 1 && ordinal === last.ordinal - 1 && ordinal > last.before
    ? atByte('CX203', at, `has the records ${ordinal} and ${last.ordinal} in each other's place`)
    : atByte('CX202', at, `has the ordinal ${ordinal} behind ${last.ordinal}`);
}
