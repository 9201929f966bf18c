import { about, atByte, type FileFinding } from '../../file-finding.ts';
import { count } from '../../words.ts';
import { hasTime } from '../read/instant.ts';
import type { RolloutFile } from '../read/rollout-file.ts';
import type { EntryCheck } from './entry-check.ts';

/** Items of a paginated thread whose time the program cannot take, so that it does not show them. */
export function itemTimeFindings(file: RolloutFile): EntryCheck {
  const isPaginated = file.head().meta?.mode === 'paginated';
  let others = 0;
  let first: FileFinding | null = null;
  return {
    take(entry) {
      const { shape, kind, type, line } = entry;
      if (!isPaginated || kind !== 'item_completed' || type !== 'event_msg' || shape !== 'record') return null;
      if (hasTime(entry)) return null;
      if (first === null) first = atByte('CX210', line.at, 'has an item without a time');
      else others++;
      return null;
    },
    *end() {
      if (first !== null) yield first;
      if (others > 0) yield about('CX210', `has ${count(others, 'more item')} without a time`);
    },
  };
}
