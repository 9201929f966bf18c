import type { ChangeReport } from '../../model/change-report.ts';
import type { Counts } from '../../model/conversation.ts';
import { bytesText, countText } from '../numbers.ts';
import type { WordedReport } from '../worded.ts';

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

/** A clause: `would archive 3 conversations`. */
export function wouldText({ command, items, changed }: ChangeReport): string {
  const isOfConversations = items.every(({ id, state }) => id !== null || state !== 'changed');
  return `${WORDS[command].would} ${countText(changed, isOfConversations ? 'conversation' : 'item')}`;
}

export const COUNTED: readonly (readonly [key: keyof Counts, one: string, many?: string])[] = [
  ['conversations', 'conversation'],
  ['messages', 'message'],
  ['toolCalls', 'tool call'],
  ['tasks', 'task'],
  ['memories', 'memory', 'memories'],
];

/** Losses, as `2 messages, 1 tool call`; for deletions also the bytes. Empty for none. */
export function lessText({ before, after }: { readonly before: Counts; readonly after: Counts }): string {
  const parts = COUNTED.filter(([key]) => key !== 'conversations' && after[key] < before[key]).map(([key, one, many]) =>
    countText(before[key] - after[key], one, many),
  );
  const isGone = after.conversations < before.conversations;
  return [...parts, ...(isGone ? [bytesText(before.bytes - after.bytes)] : [])].join(', ');
}
