import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { nextOf } from '../../../codecs/json/cursor.ts';
import { duplicates } from '../../../codecs/json/duplicates.ts';
import { removeMembers } from '../../../codecs/json/edits.ts';
import type { Value } from '../../../codecs/json/value.ts';
import { type Decoded, decode } from './decode.ts';

/** Edits that leave of equal keys the first, which is the one fnord sees; none for a document that is cut. */
export function dropDuplicates({ tape, whole }: Pick<Decoded, 'tape' | 'whole'>): Edit[] {
  if (tape === null || !whole) return [];
  const keys = new Map<number, Value[]>();
  const gone = new Uint8Array(tape.count);
  for (const { object, key } of duplicates(tape)) {
    // Objects come outermost first: one within a value that goes has gone with it.
    if (gone[object.at] === 1) continue;
    gone.fill(1, key.at, nextOf({ tape, at: key.at + 1 }));
    const known = keys.get(object.at);
    if (known === undefined) keys.set(object.at, [key]);
    else known.push(key);
  }
  return [...keys].flatMap(([at, all]) => removeMembers({ tape, at }, all));
}

/** The document as fnord sees it: without the later ones of equal keys. */
export function firstWins(document: Decoded): Decoded {
  const edits = dropDuplicates(document);
  return edits.length === 0 ? document : decode(applyEdits(document.bytes, edits));
}
