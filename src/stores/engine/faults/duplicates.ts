import type { Edit } from '../../../codecs/edit.ts';
import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { removeMembers } from '../../../codecs/json/edits.ts';
import { pointersOf } from '../../../codecs/json/pointer.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { nextOf, type Value } from '../../../codecs/json/value.ts';
import { addTo } from '../../../model/grouped.ts';
import { HELD } from '../bounded.ts';

/** Each key that its object has already; with the pointer of its value, as many as are held of a code. */
export function* doubledKeys(tape: Tape): Generator<{ readonly key: Value; readonly at: string | null }> {
  const all = duplicateKeys(tape);
  const first: Value[] = [];
  for (let next = all.next(); next.done !== true && first.push(next.value.key) < HELD; ) next = all.next();
  const pointers = pointersOf(first.map(({ at }) => ({ tape, at: at + 1 })));
  for (const key of first) yield { key, at: pointers.get(key.at + 1) ?? null };
  for (const { key } of all) yield { key, at: null };
}

/** Edits that leave of equal keys in one object the first; in one pass over the document. */
export function dropDuplicates(tape: Tape): Edit[] {
  const keys = new Map<number, Value[]>();
  const gone = new Uint8Array(tape.count);
  for (const { object, key } of duplicateKeys(tape)) {
    // Objects come outermost first: one within a value that goes has gone with it.
    if (gone[object.at] === 1) continue;
    gone.fill(1, key.at, nextOf({ tape, at: key.at + 1 }));
    addTo(keys, object.at, key);
  }
  return [...keys].flatMap(([at, all]) => removeMembers({ tape, at }, all));
}
