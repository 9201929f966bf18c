import type { Edit } from '../../codecs/edit.ts';
import { nextOf } from '../../codecs/json/cursor.ts';
import { duplicateKeys } from '../../codecs/json/duplicates.ts';
import { removeMembers } from '../../codecs/json/edits.ts';
import type { Tape } from '../../codecs/json/tape.ts';
import type { Value } from '../../codecs/json/value.ts';

/** Edits that leave of equal keys in one object the first; in one pass over the document. */
export function dropDuplicates(tape: Tape): Edit[] {
  const keys = new Map<number, Value[]>();
  const gone = new Uint8Array(tape.count);
  for (const { object, key } of duplicateKeys(tape)) {
    // Objects come outermost first: one within a value that goes has gone with it.
    if (gone[object.at] === 1) continue;
    gone.fill(1, key.at, nextOf({ tape, at: key.at + 1 }));
    const known = keys.get(object.at);
    if (known === undefined) keys.set(object.at, [key]);
    else known.push(key);
  }
  return [...keys].flatMap(([at, all]) => removeMembers({ tape, at }, all));
}
