import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { quote } from '../../../../codecs/json/quote.ts';
import { isText, type Member, member, textOf } from '../../../../codecs/json/value.ts';
import type { Entry } from '../log/entries.ts';
import type { Moved } from '../log/targets.ts';
import type { FileRepair } from '../passes/repair.ts';

/** Lets entries that are kept under the id of a message follow it; a sentence where two of the messages that fit had the id. */
export function keysFollowed(
  entries: readonly Member[],
  noun: string,
  moved: Moved,
  fits: (entry: Entry) => boolean,
): FileRepair | string {
  const edits: Edit[] = [];
  for (const entry of entries) {
    const old = textOf(entry.key);
    const [id, ...others] = meant(moved, Number(old), fits).ids;
    if (others.length > 0) return `has ${noun} of message ${old}, and two messages had that id`;
    if (id !== undefined && String(id) !== old) edits.push(...renamed(entry, String(id)));
  }
  return { edits, notes: [] };
}

/** An entry may note its key once more. */
function renamed({ key, value }: Member, id: string): Edit[] {
  const own = member(value, 'message_id');
  const edits = [replaceValue(key, quote(id))];
  if (isText(own, textOf(key))) edits.push(replaceValue(own, quote(id)));
  return edits;
}

/** What a number in a companion is to become: itself where no message gave it up, or a sentence where two messages may be meant. */
type Followed = { readonly places: readonly number[]; readonly ids: readonly number[] };

/** The messages that a number of a companion may mean, of those that `fits`, with their new ids; none where no message gave it up. */
export function meant({ entries, ids, places }: Moved, id: number, fits: (entry: Entry) => boolean): Followed {
  const all = (places.get(id) ?? []).filter((at) => {
    const entry = entries[at];
    return entry !== undefined && fits(entry);
  });
  return { places: all, ids: all.flatMap((at) => ids[at] ?? []) };
}
