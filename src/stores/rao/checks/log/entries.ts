import type { Log } from '../../decode/log.ts';
import { Entry } from './entry.ts';

/** The messages of a log, and which of them an id leads to. */
export interface Entries {
  readonly all: readonly Entry[];
  /** By their keys: the first of each, as R finds it. */
  readonly first: ReadonlyMap<string, Entry>;
  /** Those whose id an earlier one has. */
  readonly again: readonly Entry[];
}

/** The messages of a log that R reads, in its order; items that are no objects are left out. */
export function entriesOf(log: Log): Entries {
  const isList = log.rootKind === 'array' && log.file?.error === null;
  const all = isList
    ? log.messages().flatMap(({ index, value, isObject }) => (isObject ? new Entry(index, value) : []))
    : [];
  const first = new Map<string, Entry>();
  const again: Entry[] = [];
  for (const entry of all) {
    if (entry.key === null) continue;
    if (first.has(entry.key)) again.push(entry);
    else first.set(entry.key, entry);
  }
  return { all, first, again };
}
