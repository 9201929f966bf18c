import { type Edit, shifted } from '../../../../codecs/edit.ts';
import { changeMembers, replaceValue } from '../../../../codecs/json/edits.ts';
import { isObject, member, type Value } from '../../../../codecs/json/value.ts';
import { bytesAt, replacing } from '../../../engine/range-edits.ts';
import { count } from '../../../words.ts';
import { type Entry, entriesOf } from '../../read/record.ts';
import type { CodexPass } from '../pass.ts';

/** Records that are in each other's place change it. */
export const swapped: CodexPass = {
  codes: ['CX203'],
  repair: ({ source, due }) => {
    const places = new Set(due.map(({ offset }) => offset));
    const edits: Edit[] = [];
    let before: Entry['line'] | null = null;
    for (const { line, shape } of entriesOf(source)) {
      if (shape === 'blank') continue;
      if (before !== null && places.has(line.at)) {
        const [one, two] = [bytesAt(source, before.at, before.length), bytesAt(source, line.at, line.length)];
        edits.push(replacing(before.at, before.length, two), replacing(line.at, line.length, one));
      }
      before = { ...line, bytes: null };
    }
    return { edits, notes: [] };
  },
};

/** Each record without an ordinal, or with one that is not above the one before it, gets the next. */
export const ordinals: CodexPass = {
  codes: ['CX201', 'CX202'],
  repair: ({ source }) => {
    const edits: Edit[] = [];
    let [last, changed] = [-1, 0];
    for (const { value, type, payload, ordinal, line } of entriesOf(source)) {
      if (!isObject(value) || type === null || payload === null) continue;
      const next: number = ordinal !== null && ordinal > last ? ordinal : last + 1;
      if (next !== ordinal) {
        for (const edit of numberEdits(value, next)) edits.push(shifted(edit, line.at));
        changed++;
      }
      last = next;
    }
    return { edits, notes: [`${count(changed, 'record')} numbered anew`] };
  },
};

function numberEdits(value: Value, ordinal: number): Edit[] {
  const there = member(value, 'ordinal', 'last');
  if (there !== null) return [replaceValue(there, String(ordinal))];
  return changeMembers(value, { first: [{ key: 'ordinal', json: String(ordinal) }] });
}
