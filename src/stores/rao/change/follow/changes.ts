import { replaceValue } from '../../../../codecs/json/edits.ts';
import { elements, isString, member, textOf, type Value } from '../../../../codecs/json/value.ts';
import { fieldOf } from '../../decode/field.ts';
import { topOf } from '../json/opened.ts';
import { callOf, type Entry, wholeNumber } from '../log/entries.ts';
import type { Moved } from '../log/targets.ts';
import { type FileRepair, shown, together } from '../passes/repair.ts';

/**
 * Lets file changes follow the stretch they were made in: their `conversation_id` is where Rao's counter of messages stood
 * (docs/formats/rao.md, "Files"). A sentence where it cannot be told which stretch that was.
 */
export function changesFollowed(bytes: Uint8Array, moved: Moved): FileRepair | string {
  const top = topOf(bytes);
  const list = top === null ? null : member(top, 'changes');
  // Where no stretch was raised the counter never went back: it still says what it said.
  if (list === null || moved.raised.every((by) => by === 0)) return { edits: [], notes: [] };
  const stretches = stretchesIn(moved);
  const repairs: FileRepair[] = [];
  for (const change of elements(list)) {
    const repair = changeFollowed(change, stretches, moved);
    if (typeof repair === 'string') return repair;
    repairs.push(repair);
  }
  return together(repairs);
}

/** What tells which stretch a change belongs to. */
interface Stretch {
  readonly edits: Edited[];
  least: number;
  most: number;
}

/** A call that names a file. */
interface Edited {
  readonly id: number;
  readonly file: string;
}

function stretchesIn({ entries, stretches, raised }: Moved): readonly Readonly<Stretch>[] {
  const all = raised.map(
    (): Stretch => ({ edits: [], least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }),
  );
  for (const [at, entry] of entries.entries()) {
    const stretch = all[stretches[at] ?? 0];
    const { id } = entry;
    if (stretch === undefined || id === null) continue;
    stretch.least = Math.min(stretch.least, id);
    stretch.most = Math.max(stretch.most, id);
    const file = fileOfCall(entry);
    if (file !== null) stretch.edits.push({ id, file });
  }
  return all;
}

function changeFollowed(
  change: Value,
  stretches: readonly Readonly<Stretch>[],
  { raised }: Moved,
): FileRepair | string {
  const counter = fieldOf(change, 'conversation_id');
  const stood = wholeNumber(counter);
  if (counter === null || stood === null) return { edits: [], notes: [] };
  const path = fieldOf(change, 'file_path');
  const file = isString(path) ? textOf(path) : '';
  const [stretch, ...others] = likelyStretches(stretches, stood, file);
  if (others.length > 0) return `has a change of ${shown(file)} that may belong to either of two messages ${stood}`;
  const by = stretch === undefined ? 0 : (raised[stretch] ?? 0);
  return { edits: by === 0 ? [] : [replaceValue(counter, String(stood + by))], notes: [] };
}

/** The stretches in which an edit of this file precedes that number; where there is none, the stretches that hold the number. */
function likelyStretches(stretches: readonly Readonly<Stretch>[], stood: number, file: string): number[] {
  const places = [...stretches.keys()];
  const editing = places.filter((stretch) =>
    stretches[stretch]?.edits.some((edit) => edit.file === file && edit.id <= stood),
  );
  if (editing.length > 0) return editing;
  return places.filter((stretch) => {
    const { least, most } = stretches[stretch] ?? { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
    return least <= stood && stood <= most;
  });
}

/** The file that the arguments of a call name. */
function fileOfCall({ value }: Entry): string | null {
  const text = fieldOf(callOf(value), 'arguments');
  const top = isString(text) ? topOf(Buffer.from(textOf(text))) : null;
  const name = top === null ? null : member(top, 'filename');
  return isString(name) ? textOf(name) : null;
}
