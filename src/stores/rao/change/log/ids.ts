import type { Edit } from '../../../../codecs/edit.ts';
import { insertMember, replaceValue } from '../../../../codecs/json/edits.ts';
import {
  isArray,
  isObject,
  isString,
  kindOf,
  member,
  members,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { fieldOf } from '../../decode/field.ts';
import type { FileRepair } from '../passes/repair.ts';
import { callOf, type Entry, entriesOf } from './entries.ts';
import { fitting, numbersOf, take } from './numbers.ts';

/**
 * Makes numbers of ids that are text, because R sorts text as text and does not count it. References that are text keep: R
 * compares them alike. A sentence where a text is not a number.
 */
export function withNumberIds(log: Value): FileRepair | string {
  const edits: Edit[] = [];
  for (const { value, index } of entriesOf(log)) {
    const id = fieldOf(value, 'id');
    if (!isString(id)) continue;
    const text = textOf(id);
    if (!isNumber(text)) return `has an id at /${index} that is no whole number`;
    edits.push(replaceValue(id, text), ...ownId(value, text));
  }
  return { edits, notes: [] };
}

/** Whole numbers that R reads as the integers they are. */
function isNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

function ownId(message: Value, text: string): Edit[] {
  const own = fieldOf(callOf(message), 'msg_id');
  return isString(own) && textOf(own) === text ? [replaceValue(own, text)] : [];
}

/**
 * Gives messages without an id the one they most likely had; one that has no place left between its neighbours comes last, as it
 * would when Rao gives it one (docs/formats/rao.md, "Messages"). `claimed`: ids that companions name.
 */
export function withAllIds(log: Value, claimed: ReadonlySet<number>): FileRepair {
  const entries = entriesOf(log);
  const numbers = numbersOf(entries, claimed);
  const lost = [...entries.keys()].filter((at) => hasNone(entries[at]));
  const edits: Edit[] = [];
  const notes: string[] = [];
  const give = (at: number, id: number, why: string) => {
    const entry = entries[at];
    if (entry === undefined) return;
    edits.push(withId(entry.value, id));
    notes.push(`gives the message at /${entry.index} the id ${id}${why}`);
  };
  const left: number[] = [];
  for (const { at, id } of fitting(entries, lost, numbers)) {
    if (id === null) left.push(at);
    else give(at, id, '');
  }
  for (const at of left) {
    const id = numbers.top + 1;
    take(numbers, at, id);
    give(at, id, ': Rao shows it last');
  }
  return { edits, notes };
}

/** Without an id, or with one that R can neither compare nor count. */
function hasNone(entry: Entry | undefined): boolean {
  if (entry === undefined) return false;
  const id = fieldOf(entry.value, 'id');
  return id === null || isObject(id) || isArray(id);
}

/** null and `{}` are both R's NULL. */
export function isNothing(value: Value): boolean {
  return kindOf(value) === 'null' || (isObject(value) && members(value).length === 0);
}

function withId(message: Value, id: number): Edit {
  const there = member(message, 'id');
  return there === null ? insertMember(message, 'id', String(id), 'first') : replaceValue(there, String(id));
}
