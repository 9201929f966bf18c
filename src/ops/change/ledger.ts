import {
  addCounts,
  type ChangeCommand,
  type ChangeReport,
  type EarlyStop,
  NO_COUNTS,
  type ReportItem,
  type StepView,
} from '../../model/change-report.ts';
import type { Sentence } from '../../model/command.ts';
import type { Counts } from '../../model/conversation.ts';

export interface Ledger {
  conversations: number;
  readonly changes: (readonly number[])[];
  /** Number of conversations with findings that a heal ignores, by code. */
  readonly beside: Map<string, number>;
  enter(item: ReportItem, made?: CountsChange): number;
  setState(
    number: number,
    state: 'refused' | 'failed' | 'not-reached',
    reason: Sentence,
    codes?: readonly string[],
  ): void;
  complete(number: number, shared: SharedItem): void;
  remark(number: number, reason: Sentence): void;
  replace(number: number | null, item: ReportItem): void;
  addRemaining(number: number, state: 'changed' | 'unchanged' | 'refused', said: RemainsInItem): void;
  /** Enters damage that stays and concerns no single item. `isDue`: it should have been healed. */
  enterRemaining(code: string, sentence: Sentence, isDue: boolean): void;
  markUnsafe(): void;
  stop(stopped: EarlyStop): void;
  report(frame: ReportFrame): ChangeReport;
}

interface CountsChange {
  readonly before: Counts;
  readonly after: Counts;
  readonly remark?: Sentence;
}

/** Shared steps and notes; `before` and `after` are empty without shown steps. */
interface SharedItem {
  readonly before: readonly StepView[];
  readonly after: readonly StepView[];
  readonly notes: readonly Sentence[];
}

export type RemainsInItem = Pick<ReportItem, 'title' | 'stays' | 'left' | 'notes' | 'next' | 'needsLossy'>;

interface ReportFrame {
  readonly run: string | null;
  readonly dryRun: boolean;
  readonly plan?: string | null;
}

interface Entry extends CountsChange {
  item: ReportItem;
}

const NOTHING_MADE: CountsChange = { before: NO_COUNTS, after: NO_COUNTS };

export function newLedger(command: ChangeCommand): Ledger {
  const entries: Entry[] = [];
  const remains: Remains = new Map();
  const beside = new Map<string, number>();
  let unsafe = false;
  let stopped: EarlyStop | null = null;
  return {
    conversations: 0,
    changes: [],
    beside,
    enter: (item, made = NOTHING_MADE) => {
      const { before, after, remark } = made;
      return entries.push(remark === undefined ? { item, before, after } : { item, before, after, remark }) - 1;
    },
    setState: (number, state, reason, codes) => {
      const entry = entries[number];
      if (entry === undefined) return;
      const { newId, notes, counts, steps, stays, left, next, needsLossy, ...item } = entry.item;
      entry.item = { ...item, state, reason, codes: codes ?? item.codes };
    },
    complete: (number, more) => {
      const entry = entries[number];
      if (entry !== undefined) entry.item = { ...entry.item, ...completed(entry.item, more) };
    },
    remark: (number, reason) => {
      const entry = entries[number];
      if (entry !== undefined) entry.item = { ...entry.item, reason };
    },
    replace: (number, item) => {
      const entry = number === null ? undefined : entries[number];
      if (entry === undefined) entries.push({ item, before: NO_COUNTS, after: NO_COUNTS });
      else entry.item = item;
    },
    addRemaining: (number, state, said) => {
      const entry = entries[number];
      if (entry?.item.state !== state) return;
      const notes = [...(entry.item.notes ?? []), ...(said.notes ?? [])];
      entry.item = { ...entry.item, ...said, ...(notes.length === 0 ? {} : { notes }) };
    },
    enterRemaining: (code, sentence, isDue) => {
      if (!remains.has(code)) remains.set(code, { sentence, isDue });
    },
    markUnsafe: () => {
      unsafe = true;
    },
    stop: (why) => {
      stopped ??= why;
    },
    report: ({ run, dryRun, plan = null }) => {
      const all = sums(entries);
      const more = stayingIn(remains, all.remarks);
      return { command, run, dryRun, plan, ...all, ...more, ...(beside.size === 0 ? {} : { beside }), stopped, unsafe };
    },
  };
}

type Remains = Map<string, { readonly sentence: Sentence; readonly isDue: boolean }>;

/** Damage that should have been healed; other damage becomes a remark. */
function stayingIn(remains: Remains, remarks: Sentence[]): Pick<ChangeReport, 'stays'> {
  const stays = [...remains].flatMap(([code, { sentence, isDue }]) => (isDue ? [{ code, sentence }] : []));
  for (const { sentence, isDue } of remains.values()) if (!isDue) remarks.push(sentence);
  return stays.length === 0 ? {} : { stays };
}

function completed(item: ReportItem, { before, after, notes: shared }: SharedItem): Partial<ReportItem> {
  const steps = [...before, ...(item.steps ?? []), ...after];
  const notes = [...(item.notes ?? []), ...shared];
  return { ...(steps.length === 0 ? {} : { steps }), ...(notes.length === 0 ? {} : { notes }) };
}

function sums(entries: readonly Entry[]) {
  const states = { changed: 0, unchanged: 0, refused: 0, failed: 0, 'not-reached': 0 };
  let before = NO_COUNTS;
  let after = NO_COUNTS;
  const remarks: Sentence[] = [];
  for (const entry of entries) {
    states[entry.item.state]++;
    if (entry.item.state !== 'changed') continue;
    before = addCounts(before, entry.before);
    after = addCounts(after, entry.after);
    if (entry.remark !== undefined) remarks.push(entry.remark);
  }
  const { 'not-reached': notReached, ...counts } = states;
  return { ...counts, notReached, before, after, items: entries.map(({ item }) => item), remarks };
}
