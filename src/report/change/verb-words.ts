import type { ChangeReport } from '../../model/change-report.ts';
import { countText } from '../numbers.ts';
import type { WordedReport } from '../worded.ts';

/** Participle for a changed item. */
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
