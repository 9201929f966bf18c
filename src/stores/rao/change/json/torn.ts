import type { Edit } from '../../../../codecs/edit.ts';
import {
  elements,
  isArray,
  isComplete,
  isObject,
  lexemeOf,
  member,
  members,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { bracketOf, cutOf as cutObject, endOfWhole, wholeIn } from '../../../engine/torn.ts';
import type { FileRepair } from '../passes/repair.ts';
import { topOf } from './opened.ts';

/**
 * Closes a document that ends before its time: every whole entry before the cut stays, the half one goes. Entries are the
 * messages of a log, and the changes, diffs or summaries of a companion. Null when no entry is whole.
 */
export function closed(bytes: Uint8Array): FileRepair | null {
  const top = topOf(bytes);
  if (top === null) return null;
  const cut = cutOf(top);
  if (cut.kept === 0) return null;
  return { edits: [ended(bytes, cut)], notes: notesOf(bytes, cut) };
}

/** How far a torn document can be kept. */
interface Cut {
  /** Everything from here on goes. */
  readonly at: number;
  /** The brackets that close what is open there. */
  readonly closing: string;
  readonly kept: number;
  /** What was begun at the cut, if so much can be told. */
  readonly half: string | null;
}

function cutOf(top: Value): Cut {
  if (!isObject(top)) return { ...within(top), closing: ']' };
  const { at, section, entries, whole } = cutObject(top, () => true);
  const earlier = whole.reduce((sum, { value }) => sum + wholeIn(value).length, 0);
  if (section === null) return { at, closing: '}', kept: earlier, half: halfOf(top) };
  return { at, closing: `${bracketOf(section.value)}}`, kept: earlier + entries, half: halfOf(section.value) };
}

/** The whole entries of a cut container, where they end, and what begins behind them. */
function within(container: Value): Omit<Cut, 'closing'> {
  return { at: endOfWhole(container), kept: wholeIn(container).length, half: halfOf(container) };
}

/** The id (or key) of the entry that the cut goes through. */
function halfOf(container: Value): string | null {
  if (isArray(container)) {
    const half = elements(container, { open: true }).find((each) => !isComplete(each));
    const id = half === undefined ? null : member(half, 'id');
    return id === null || !isComplete(id) ? null : lexemeOf(id);
  }
  const half = members(container, { open: true }).find(({ value }) => !isComplete(value));
  return half === undefined ? null : textOf(half.key);
}

function ended(bytes: Uint8Array, { at, closing }: Cut): Edit {
  return { at, remove: bytes.length - at, insert: Buffer.from(`${closing}\n`) };
}

function notesOf(bytes: Uint8Array, { at, kept, half }: Cut): string[] {
  const gone = bytes.length - at;
  const which = half === null ? '' : `: what there is of entry ${half} is cut and lost`;
  return [
    `keeps ${count(kept, 'whole entry', 'whole entries')}, and leaves out ${count(gone, 'byte')} from byte ${at} on${which}`,
  ];
}
