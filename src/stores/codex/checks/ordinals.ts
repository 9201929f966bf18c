import { atByte, type FileFinding } from '../../file-finding.ts';
import type { RolloutFile } from '../rollout-file.ts';
import type { EntryCheck } from './entry-check.ts';

/** A record with an ordinal. */
interface Numbered {
  /** Lines before it. */
  readonly n: number;
  readonly at: number;
  readonly ordinal: number;
}

/** The last record whose ordinal counts, and the ordinal before that. */
interface Last extends Omit<Numbered, 'at'> {
  readonly before: number;
}

/** The ordinals of a rollout that are not as the program counts them; of one that is not paginated nothing. */
export function ordinalFindings(file: RolloutFile): EntryCheck {
  const isPaginated = file.head().meta?.mode === 'paginated';
  let last: Last = { n: -1, ordinal: -1, before: -1 };
  let missing: number | null = null;
  return {
    take({ line: { n, at }, value, type, payload, ordinal }) {
      if (!isPaginated || value === null || type === null || payload === null) return null;
      const before = missing === null ? null : [atByte('CX202', missing, 'has a record without an ordinal')];
      missing = ordinal === null ? at : null;
      if (ordinal === null) return before;
      if (ordinal <= last.ordinal) return [...(before ?? []), outOfTurn({ n, at, ordinal }, last)];
      last = { n, ordinal, before: last.ordinal };
      return before;
    },
    *end() {
      if (missing !== null) yield atByte('CX201', missing, 'has no ordinal at its last record');
    },
  };
}

function outOfTurn({ n, at, ordinal }: Numbered, last: Last): FileFinding {
  return n === last.n + 1 && ordinal === last.ordinal - 1 && ordinal > last.before
    ? atByte('CX203', at, `has the records ${ordinal} and ${last.ordinal} in each other's place`)
    : atByte('CX202', at, `has the ordinal ${ordinal} behind ${last.ordinal}`);
}
