import { isText, type Value } from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';
import { atByte, type FileFinding, findingAbout, withLoss } from '../../file-finding.ts';
import { countOf, wordTable } from '../../words.ts';
import { contentText, isUserTurn } from '../read/head.ts';
import type { Meta } from '../read/meta.ts';
import type { Entry } from '../read/record.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import { hasTime } from '../read/turn-reader.ts';
import { type CodedLineFault, LineReader } from './line-faults.ts';

export function lineFindings(file: RolloutFile, isOpen: boolean): EntryCheck {
  const reader = new LineReader(file);
  let others = 0;
  let marks = 0;
  let isAnyLost = false;
  const findingOf = ({ code, at, offset = at, detail, isLost = false }: CodedLineFault): FileFinding[] => {
    if (code === 'CX014') {
      others++;
      isAnyLost ||= isLost;
    }
    if (code === 'CX020') marks++;
    // A line that a program is writing now is not torn.
    const isSilent =
      (code === 'CX007' && isOpen) || (code === 'CX014' && others > 1) || (code === 'CX020' && marks > 1);
    return isSilent ? [] : [withLoss(atByte(code, offset, detail), isLost)];
  };
  return {
    take: (entry) => {
      const faults = reader.take(entry);
      return faults.length === 0 ? null : faults.flatMap(findingOf);
    },
    *end() {
      yield* reader.end().flatMap(findingOf);
      if (others > 1) yield withLoss(findingAbout('CX014', `has ${others} lines that are no records`), isAnyLost);
    },
  };
}

/** A check of one line after the other: all checks share one pass over a large rollout. */
interface EntryCheck {
  take(entry: Entry): readonly FileFinding[] | null;
  end(): Iterable<FileFinding>;
}

interface NumberedEntry {
  readonly line: number;
  readonly at: number;
  readonly ordinal: number;
}

/** The last record with a valid ordinal, and the ordinal before it. */
interface LastNumbered extends Omit<NumberedEntry, 'at'> {
  readonly before: number;
}

export function ordinalFindings(file: RolloutFile): EntryCheck {
  if (file.head().meta?.mode !== 'paginated') return UNNUMBERED;
  let last: LastNumbered = { line: -1, ordinal: -1, before: -1 };
  let missing: number | null = null;
  const gaps = new Gaps();
  const numbered = ({ number: line, at }: Entry['line'], ordinal: number): FileFinding | null => {
    gaps.add(at, ordinal, last);
    if (ordinal <= last.ordinal) return outOfTurn({ line, at, ordinal }, last);
    last = { line, ordinal, before: last.ordinal };
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

/** Gaps in the ordinals, which mean that records were removed: the program numbers without gaps. */
class Gaps {
  #first: FileFinding | null = null;
  #others = 0;
  /** A damaged line, or a record without an ordinal, explains a gap. */
  #isExplained = false;
  /** Records out of order have a finding of their own, so that no gap is reported. */
  #isOutOfOrder = false;

  pass({ shape }: Entry): null {
    this.#isExplained ||= shape !== 'blank';
    return null;
  }

  add(at: number, ordinal: number, last: LastNumbered): void {
    const isGap = last.line >= 0 && ordinal > last.ordinal + 1 && !this.#isExplained;
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
    if (this.#others > 0) yield findingAbout('CX209', `lacks records in ${countOf(this.#others, 'more place')}`);
  }
}

function missingText(from: number, to: number): string {
  return from === to ? `the record ${from}` : `the records ${from} to ${to}`;
}

function outOfTurn({ line, at, ordinal }: NumberedEntry, last: LastNumbered): FileFinding {
  return line === last.line + 1 && ordinal === last.ordinal - 1 && ordinal > last.before
    ? atByte('CX203', at, `has the records ${ordinal} and ${last.ordinal} in each other's place`)
    : atByte('CX202', at, `has the ordinal ${ordinal} behind ${last.ordinal}`);
}

interface SaidCounts {
  messages: number;
  legacy: number;
  questions: number;
  items: number;
}

export function eventCheck(file: RolloutFile): EntryCheck {
  const { meta, fault, preview } = file.head();
  const isAsked = preview !== null;
  const said: SaidCounts = { messages: 0, legacy: 0, questions: 0, items: 0 };
  return {
    take: (entry) => {
      countIn(said, entry, isAsked);
      return null;
    },
    *end() {
      const { asks } = file.summary();
      if (meta !== null && fault === 'no-question' && asks)
        yield findingAbout('CX111', 'has its first question below line 210');
      if (meta !== null) yield* unsaidFindings(said, asks, meta);
    },
  };
}

function* unsaidFindings(said: SaidCounts, asks: boolean, { mode, source }: Meta): Generator<FileFinding> {
  const isPaginated = mode === 'paginated';
  if (asks && !isPaginated) return;
  if (isPaginated && said.items === 0 && said.legacy + said.questions > 0)
    yield findingAbout('CX112', 'is paginated, and its events are those of a legacy thread');
  else if (!asks && !OF_PROGRAM.has(source) && said.messages > 0 && said.questions === 0)
    yield findingAbout(
      'CX110',
      `has ${countOf(said.messages, 'message')} for the model, and no question among its events`,
    );
}

/** Threads whose questions come from the program, which writes no event for them. */
const OF_PROGRAM: ReadonlySet<string> = new Set(['subagent', 'internal']);

function countIn(said: SaidCounts, { shape, type, payloadType, payload }: Entry, isAsked: boolean): void {
  if (shape !== 'record' || payloadType === null) return;
  const event = type === 'event_msg' ? EVENTS[payloadType] : undefined;
  if (event !== undefined) said[event]++;
  // Only needed where no event asks anything.
  if (!isAsked && type === 'response_item' && payloadType === 'message' && isQuestion(payload)) said.messages++;
}

const EVENTS = wordTable<keyof SaidCounts>({
  user_message: 'questions',
  agent_message: 'legacy',
  item_completed: 'items',
});

function isQuestion(payload: Value | null): boolean {
  return isText(lastValue(payload, 'role'), 'user') && isUserTurn('user', contentText(payload));
}

/** Finds items of a paginated thread with an invalid time, which the program does not show. */
export function itemTimeFindings(file: RolloutFile): EntryCheck {
  const isPaginated = file.head().meta?.mode === 'paginated';
  let others = 0;
  let first: FileFinding | null = null;
  return {
    take(entry) {
      const { shape, payloadType, type, line } = entry;
      if (!isPaginated || payloadType !== 'item_completed' || type !== 'event_msg' || shape !== 'record') return null;
      if (hasTime(entry)) return null;
      if (first === null) first = atByte('CX210', line.at, 'has an item without a time');
      else others++;
      return null;
    },
    *end() {
      if (first !== null) yield first;
      if (others > 0) yield findingAbout('CX210', `has ${countOf(others, 'more item')} without a time`);
    },
  };
}
