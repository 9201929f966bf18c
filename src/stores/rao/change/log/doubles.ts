import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import type { Value } from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { fieldOf } from '../../decode/field.ts';
import type { FileRepair } from '../passes/repair.ts';
import { callOf, type Entry, entriesOf, wholeNumber } from './entries.ts';
import { numbersOf } from './numbers.ts';
import { type Renumbered, renumber } from './stretches.ts';
import { type Moved, movedOf, targetOf } from './targets.ts';

/** A log with an id for each message of its own, and what its companions have to follow. */
export interface Undoubled extends FileRepair {
  readonly moved: Moved;
}

/**
 * Gives messages whose id occurs twice new ones; `related_to` and `msg_id` follow, calls keep their call ids. `claimed`: ids that
 * companions name. A sentence where it cannot be told which message a reference means.
 */
export function withoutDoubles(log: Value, claimed: ReadonlySet<number>): Undoubled | string {
  const entries = entriesOf(log);
  const renumbered = renumber(entries, numbersOf(entries, claimed));
  if (typeof renumbered === 'string') return renumbered;
  const moved = movedOf(entries, renumbered);
  const edits: Edit[] = [];
  for (const at of entries.keys()) {
    const target = targetOf(moved, at);
    if (typeof target === 'string') return target;
    edits.push(...editsOf(moved, at, target));
  }
  return { edits, notes: notesOf(entries, renumbered), moved };
}

function editsOf({ entries, ids }: Moved, at: number, target: number | null): Edit[] {
  const entry = entries[at];
  if (entry === undefined) return [];
  const { value, id } = entry;
  const msgId = fieldOf(callOf(value), 'msg_id');
  return [
    ...renumbered(fieldOf(value, 'id'), ids[at]),
    ...(wholeNumber(msgId) === id ? renumbered(msgId, ids[at]) : []),
    ...(target === null ? [] : renumbered(fieldOf(value, 'related_to'), ids[target])),
  ];
}

function renumbered(value: Value | null, id: number | null | undefined): Edit[] {
  if (value === null || id == null || wholeNumber(value) === id) return [];
  return [replaceValue(value, String(id))];
}

function notesOf(entries: readonly Entry[], { ids, stretches, raised }: Renumbered): string[] {
  const single = entries.flatMap(({ id, index }, at) => {
    const isSingle = id !== ids[at] && (raised[stretches[at] ?? 0] ?? 0) === 0;
    return isSingle ? [`gives the second message ${id}, at /${index}, the id ${ids[at]}`] : [];
  });
  const sizes = raised.map(() => 0);
  for (const stretch of stretches) sizes[stretch] = (sizes[stretch] ?? 0) + 1;
  const whole = raised.flatMap((by, stretch) => {
    if (by === 0) return [];
    return [`raises the ids of ${count(sizes[stretch] ?? 0, 'message')} by ${by}: Rao had begun to count from 1 again`];
  });
  return [...whole, ...single];
}
