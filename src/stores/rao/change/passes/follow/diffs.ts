import { member, members } from '../../../../../codecs/json/value.ts';
import { topOf } from '../json/opened.ts';
import { isEdit } from '../log/entries.ts';
import type { Moved } from '../log/targets.ts';
import type { FileRepair } from '../repair.ts';
import { keysFollowed } from './keys.ts';

/** Lets diffs follow the edits they are of; a sentence where two of them had the id of one diff. */
export function diffsFollowed(bytes: Uint8Array, moved: Moved): FileRepair | string {
  const top = topOf(bytes);
  const sections = ['diffs', 'diffs_by_msg_id'].flatMap((name) => (top === null ? null : member(top, name)) ?? []);
  const diffs = sections.flatMap((section) => members(section));
  return keysFollowed(diffs, 'diffs', moved, isEdit);
}
