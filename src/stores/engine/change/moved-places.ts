import { firstWhere } from '../../../codecs/bytes.ts';
import { sortEdits } from '../../../codecs/edit.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { elements, isArray, member, root, spanOf, type Value } from '../../../codecs/json/value.ts';

export interface SizedEdit {
  readonly at: number;
  readonly remove: number;
  readonly insert: number;
}

/** Start of each edit in the edited file, ascending. */
export function begunBy(edits: readonly SizedEdit[]): number[] {
  let shift = 0;
  return sortEdits(edits).map(({ at, remove, insert }) => {
    const begin = at + shift;
    shift += insert - remove;
    return begin;
  });
}

export function movedPlaces(
  places: readonly number[],
  edits: readonly SizedEdit[],
  what: 'starts' | 'ends',
): (number | null)[] {
  const cuts = sortEdits(edits);
  let [next, shift, gone] = [0, 0, 0];
  return places.map((place) => {
    for (let cut = cuts[next]; cut !== undefined; cut = cuts[++next]) {
      if (what === 'starts' ? cut.at > place : cut.at >= place) break;
      shift += cut.insert - cut.remove;
      gone = cut.at + cut.remove;
    }
    return place < gone ? null : place + shift;
  });
}

export function placesBefore(edits: readonly SizedEdit[]): (place: number) => number | null {
  const [sorted, begins] = [sortEdits(edits), begunBy(edits)];
  return (place) => {
    const last = firstWhere(begins.length, (n) => (begins[n] ?? place) > place) - 1;
    const [edit, begin = 0] = [sorted[last], begins[last]];
    if (edit === undefined) return place;
    const behind = place - begin - edit.insert;
    return behind < 0 ? null : edit.at + edit.remove + behind;
  };
}

/**
 * Pointers of the messages at ascending offsets: elements of the document's list of messages, or of the document
 * itself. Omits offsets outside messages.
 */
export function messagesAt(bytes: Uint8Array, offsets: readonly number[]): string[] {
  const { list, base } = listIn(bytes);
  const found = new Set<string>();
  let next = 0;
  for (const [index, each] of elements(list, { open: true }).entries()) {
    const { start, end } = spanOf(each);
    for (; (offsets[next] ?? end) < end; next++) if ((offsets[next] ?? 0) >= start) found.add(`${base}/${index}`);
  }
  return [...found];
}

function listIn(bytes: Uint8Array): { readonly list: Value | null; readonly base: string } {
  const from = bytes.findIndex((byte) => byte === OBJECT || byte === LIST);
  const top = from === -1 ? null : root(scan(bytes, from));
  if (top === null || isArray(top)) return { list: top, base: '' };
  const key = LISTS.find((each) => isArray(member(top, each))) ?? '';
  return { list: member(top, key), base: `/${key}` };
}

/** Programs' names for the list of messages. */
const LISTS: readonly string[] = ['history', 'messages'];

const [OBJECT, LIST] = [0x7b, 0x5b];
