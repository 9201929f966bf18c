import type { Code } from '../../../model/findings.ts';
import { atByte, type FileFinding } from '../../file-finding.ts';
import { entriesOf } from '../decode/record.ts';
import type { RolloutFile } from '../rollout-file.ts';

/** A record whose ordinal the program passes over. */
export interface OrdinalTrouble {
  readonly code: Extract<Code, `CX20${1 | 2 | 3}`>;
  /** Bytes from the start of the file. */
  readonly at: number;
  readonly detail: string;
}

/** A record that is to have an ordinal. */
interface Numbered {
  /** Lines before it. */
  readonly n: number;
  readonly at: number;
  readonly ordinal: number | null;
}

/** The records of a rollout, with the ordinals that the program takes. */
function* numbered({ source }: RolloutFile): Generator<Numbered> {
  if (source === null) return;
  for (const { line, value, type, payload, ordinal } of entriesOf(source))
    if (value !== null && type !== null && payload !== null) yield { n: line.n, at: line.at, ordinal };
}

/** The last record whose ordinal counts, and the ordinal before that. */
interface Last {
  readonly n: number;
  readonly ordinal: number;
  readonly before: number;
}

/** The ordinals of a paginated rollout that are not as the program counts them. */
function* ordinalTroubles(file: RolloutFile): Generator<OrdinalTrouble> {
  let last: Last = { n: -1, ordinal: -1, before: -1 };
  let missing: number | null = null;
  for (const { n, at, ordinal } of numbered(file)) {
    if (missing !== null) yield trouble('CX202', missing, 'has a record without an ordinal');
    missing = ordinal === null ? at : null;
    if (ordinal === null) continue;
    if (ordinal <= last.ordinal) yield outOfTurn({ n, at, ordinal }, last);
    else last = { n, ordinal, before: last.ordinal };
  }
  if (missing !== null) yield trouble('CX201', missing, 'has no ordinal at its last record');
}

function outOfTurn({ n, at, ordinal }: { n: number; at: number; ordinal: number }, last: Last): OrdinalTrouble {
  return n === last.n + 1 && ordinal === last.ordinal - 1 && ordinal > last.before
    ? trouble('CX203', at, `has the records ${ordinal} and ${last.ordinal} in each other's place`)
    : trouble('CX202', at, `has the ordinal ${ordinal} behind ${last.ordinal}`);
}

function trouble(code: OrdinalTrouble['code'], at: number, detail: string): OrdinalTrouble {
  return { code, at, detail };
}

/** The same as findings. */
export function* ordinalFindings(file: RolloutFile): Generator<FileFinding> {
  if (file.head().meta?.mode !== 'paginated') return;
  for (const { code, at, detail } of ordinalTroubles(file)) yield atByte(code, at, detail);
}
