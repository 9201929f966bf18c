import { members } from '../../../../../codecs/json/value.ts';
import { topOf } from '../json/opened.ts';
import type { Moved } from '../log/targets.ts';
import type { FileRepair } from '../repair.ts';
import { keysFollowed } from './keys.ts';

/** Lets the links of Erdos follow the answers they stand in; a sentence where two of them had the id of one. */
export function linksFollowed(bytes: Uint8Array, moved: Moved): FileRepair | string {
  const top = topOf(bytes);
  return keysFollowed(top === null ? [] : members(top), 'code links', moved, ({ kind }) => kind === 'text');
}
