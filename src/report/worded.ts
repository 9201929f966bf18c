import type * as contract from '../contract/change.ts';
import type { Inferred } from '../contract/words.ts';
import { type ChangeReport, type ReportItem, remarksOf } from '../model/change-report.ts';
import { type Sentence, sentenceText } from '../model/command.ts';
import type { Counts } from '../model/conversation.ts';
import { changedFinding, type PlacedFinding } from '../model/finding.ts';
import { jsonStream } from './json-text.ts';
import { bytesText, countText } from './text.ts';

export type WordedReport = ChangeReport<string>;
export type WordedItem = ReportItem<string>;

export function worded(report: ChangeReport, commandPrefix: string): WordedReport {
  const { items, remarks, stays, stopped } = report;
  const text = (sentence: Sentence) => sentenceText(sentence, commandPrefix);
  return {
    ...report,
    items: items.map((item) => wordedItem(item, text)),
    remarks: [...new Set(remarks.map(text))],
    stays: stays?.map(({ code, sentence }) => ({ code, sentence: text(sentence) })),
    stopped: stopped && { ...stopped, reason: text(stopped.reason), hint: stopped.hint && text(stopped.hint) },
  };
}

function wordedItem(item: ReportItem, text: (sentence: Sentence) => string): WordedItem {
  const { reason, next, notes } = item;
  return {
    ...item,
    reason: reason === undefined ? reason : text(reason),
    next: next === undefined ? next : text(next),
    notes: notes?.map(text),
  };
}

export function wordedFinding(finding: PlacedFinding, commandPrefix: string): PlacedFinding {
  const { message, next } = finding;
  if (next === undefined) return finding;
  return changedFinding(finding, { message: `${message}: ${sentenceText(next, commandPrefix)}`, next: null });
}

export function* changeJson(report: WordedReport): Generator<string> {
  const { command, run, dryRun, plan, changed, unchanged, refused, failed, notReached, stays, stopped } = report;
  const stream = jsonStream(command, 'items', {
    run,
    dryRun,
    ...(plan === null ? {} : { plan }),
    changed,
    unchanged,
    refused,
    failed,
    ...(notReached === 0 ? {} : { notReached }),
    before: { ...report.before },
    after: { ...report.after },
    remarks: remarksOf(report),
    ...(stays === undefined ? {} : { stays: stays.map(({ code }) => code) }),
    ...(stopped === null ? {} : { stopped: { ...stopped } }),
  });
  yield stream.open();
  for (const item of report.items) yield stream.item(itemJson(item));
  yield stream.close({});
}

export function itemJson({
  steps,
  root: _root,
  title: _title,
  counts: _counts,
  needsLossy: _needsLossy,
  ...item
}: WordedItem): Inferred<typeof contract.item> {
  if (steps === undefined) return item;
  return {
    ...item,
    steps: Array.from(steps, (step) => ({ ...step, edits: step.edits?.map((edit) => ({ ...edit })) })),
  };
}

export function wordFor({ command, dryRun, isUndone }: WordedReport): string {
  return WORDS[isUndone === true ? 'undo' : command][dryRun ? 'would' : 'did'];
}

const WORDS = {
  heal: { did: 'healed', would: 'would heal' },
  migrate: { did: 'migrated', would: 'would migrate' },
  fork: { did: 'forked', would: 'would fork' },
  archive: { did: 'archived', would: 'would archive' },
  restore: { did: 'restored', would: 'would restore' },
  delete: { did: 'deleted', would: 'would delete' },
  rename: { did: 'renamed', would: 'would rename' },
  tag: { did: 'tagged', would: 'would tag' },
  unpack: { did: 'unpacked', would: 'would unpack' },
  keep: { did: 'kept', would: 'would keep' },
  rehome: { did: 'moved', would: 'would move' },
  apply: { did: 'changed', would: 'would change' },
  undo: { did: 'undone', would: 'would undo' },
  redo: { did: 'redone', would: 'would redo' },
  resume: { did: 'finished', would: 'would finish' },
} as const satisfies Record<WordedReport['command'], { readonly did: string; readonly would: string }>;

/** A clause in the conditional: `would archive 3 conversations`. */
export function wouldText({ command, items, changed }: ChangeReport): string {
  const isOfConversations = items.every(({ id, state }) => id !== null || state !== 'changed');
  return `${WORDS[command].would} ${countText(changed, isOfConversations ? 'conversation' : 'item')}`;
}

export const COUNTED_NOUNS: readonly (readonly [key: keyof Counts, one: string, many?: string])[] = [
  ['conversations', 'conversation'],
  ['messages', 'message'],
  ['toolCalls', 'tool call'],
  ['tasks', 'task'],
  ['memories', 'memory', 'memories'],
];

/**
 * Losses, like `2 messages, 1 tool call`; for deletions also the bytes. Empty for none. `isSafe`: removing a file without messages is no
 * loss.
 */
export function lessText(
  { before, after }: { readonly before: Counts; readonly after: Counts },
  isSafe: boolean,
): string {
  const parts = COUNTED_NOUNS.filter(([key]) => key !== 'conversations' && after[key] < before[key]).map(
    ([key, one, many]) => countText(before[key] - after[key], one, many),
  );
  const isGone = after.conversations < before.conversations && !(isSafe && parts.length === 0);
  return [...parts, ...(isGone ? [bytesText(before.bytes - after.bytes)] : [])].join(', ');
}
