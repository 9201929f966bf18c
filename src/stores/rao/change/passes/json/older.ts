import type { Edit } from '../../../../../codecs/edit.ts';
import { changeMembers, removeMembers, replaceValue } from '../../../../../codecs/json/edits.ts';
import {
  isObject,
  lexemeOf,
  type Member,
  members,
  sourceOf,
  textOf,
  type Value,
} from '../../../../../codecs/json/value.ts';
import type { FileRepair } from '../repair.ts';
import { topOf } from './opened.ts';

/** Diffs under the one key that Rao writes now, and which of the old ones had to go. */
export interface Diffs extends FileRepair {
  readonly lost: readonly string[];
}

/** Puts diffs of `diffs_by_msg_id` under `diffs`; one that is there already, of the same message, is the one Rao shows, and stays. */
export function withOneKey(bytes: Uint8Array): Diffs {
  const top = topOf(bytes);
  const all = top === null ? [] : members(top);
  const older = all.find(({ key }) => textOf(key) === 'diffs_by_msg_id');
  const diffs = all.find(({ key }) => textOf(key) === 'diffs');
  if (top === null || older === undefined || !isObject(older.value)) return { edits: [], notes: [], lost: [] };
  if (diffs === undefined) return { edits: [replaceValue(older.key, '"diffs"')], notes: [], lost: [] };
  const lost = members(older.value).filter((each) => isOther(each, diffs.value));
  const notes = lost.map(({ key }) => `drops the older diffs of message ${textOf(key)}, which Rao never shows`);
  return { edits: [...merged(older.value, diffs.value), ...removeMembers(top, [older.key])], notes, lost: notes };
}

function merged(older: Value, diffs: Value): Edit[] {
  if (!isObject(diffs)) return [replaceValue(diffs, sourceOf(older))];
  const last = members(older)
    .filter(({ key }) => sameIn(diffs, textOf(key)) === undefined)
    .map(({ key, value }) => ({ key: textOf(key), json: sourceOf(value) }));
  return last.length === 0 ? [] : changeMembers(diffs, { last });
}

/** True when the newer diffs have another entry for the same message. */
function isOther({ key, value }: Member, diffs: Value): boolean {
  const same = sameIn(diffs, textOf(key));
  return same !== undefined && lexemeOf(same.value) !== lexemeOf(value);
}

function sameIn(diffs: Value, name: string): Member | undefined {
  return members(diffs).find(({ key }) => textOf(key) === name);
}
