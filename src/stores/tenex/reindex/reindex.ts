import type { Edit } from '../../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { elements, lexemeOf, occurrences, type Value } from '../../../codecs/json/value.ts';
import { changeList } from './change-list.ts';
import type { Entry, EntryChange } from './entry-change.ts';
import { type Gathered, gather } from './gather.ts';
import { entrySource, type Style, styleOf } from './style.ts';

/**
 * The edits that carry out all wishes on an index, `list` being its array of conversations; none when all is as wished. Bytes that
 * no wish is about stay as they are. A wish about an entry that another wish removes is void.
 */
export function reindex(list: Value, wishes: readonly EntryChange[]): Edit[] {
  const entries = elements(list);
  const style = styleOf(list, entries);
  const gathered = gather(entries, wishes);
  const come = gathered.append.map((entry) => ({ index: entries.length, source: entrySource(entry, style) }));
  return [
    ...changeList(list, { gone: gathered.gone, come }, style),
    ...entries.flatMap((entry, place) => editsAt(entry, place, gathered, style)),
  ];
}

function editsAt(entry: Value, place: number, { gone, put, set }: Gathered, style: Style): Edit[] {
  if (gone.has(place)) return [];
  const anew = put.get(place);
  if (anew !== undefined) return [replaceValue(entry, entrySource(anew, style))];
  return setMembers(entry, set.get(place) ?? []);
}

/** The last of several members with one key is the one that TENEX reads. */
function setMembers(entry: Value, wanted: Entry): Edit[] {
  const edits: Edit[] = [];
  const last = [];
  for (const member of wanted) {
    const found = occurrences(entry, member.key).at(-1);
    if (found === undefined) last.push(member);
    else if (lexemeOf(found) !== Buffer.from(member.json).toString()) edits.push(replaceValue(found, member.json));
  }
  return last.length === 0 ? edits : [...edits, ...changeMembers(entry, { last })];
}
