import type { Log } from '../../decode/log.ts';
import { isTrue } from '../../decode/log-message.ts';
import type { Entries } from '../log/entries.ts';
import { type Entry, isEdit } from '../log/entry.ts';

/** What companions refer to in the log. */
export interface Known {
  readonly entries: readonly Entry[];
  /** Messages by their keys. */
  readonly ids: Entries['first'];
  /** Keys of those that edit a file. */
  readonly edits: ReadonlySet<string>;
  readonly questions: number;
}

/** What can be referred to; null for a log that R cannot read: then nobody can tell what is there. */
export function knownIn(log: Log, { all, first }: Entries): Known | null {
  if (log.error !== null) return null;
  const edits = new Set(all.flatMap((entry) => (isEdit(entry) ? (entry.key ?? []) : [])));
  const questions = all.filter((entry) => entry.role === 'user' && isTrue(entry.field('original_query'))).length;
  return { entries: all, ids: first, edits, questions };
}
