import { elements, isObject, isText, type Member, members, textOf, type Value } from '../../../codecs/json/value.ts';
import { baseName } from '../../path.ts';
import { fieldOf, memberOf } from './field.ts';
import { isTrue } from './log.ts';
import type { JsonFile } from './r-json.ts';

/** `file_changes.json`: what a revert undoes on disk. */
export interface FileChanges {
  readonly file: JsonFile;
  /** The list; null when there is none. */
  readonly list: Value | null;
  /** Whole entries in their order, whether or not R reads the file. */
  readonly entries: readonly Value[];
}

/** Opens the file. */
export function openFileChanges(file: JsonFile): FileChanges {
  const list = fieldOf(file.root, 'changes');
  return { file, list, entries: elements(list) };
}

/** What one edit made of a file, kept under the id of its call. */
export interface Diff extends Member {
  /** The id of the `edit_file` call, as text. */
  readonly name: string;
  readonly section: DiffSection;
  /** R does not see it: another section, or an earlier one of the same name, is read instead. */
  readonly hidden: boolean;
}

/** The whole lines of a diff. */
export function diffLines({ value }: Diff): readonly Value[] {
  return elements(fieldOf(value, 'diff_data')).filter(isObject);
}

/** How many of them are of this type. */
export function linesOfType(diff: Diff, type: 'added' | 'deleted'): number {
  return diffLines(diff).filter((line) => isText(fieldOf(line, 'type'), type)).length;
}

/** `is_start_edit`: its text was put before all of the file; `is_end_edit`: after it. */
export function isFlagged(diff: Diff | null, flag: 'is_start_edit' | 'is_end_edit'): boolean {
  return diff !== null && isTrue(fieldOf(fieldOf(diff.value, 'flags'), flag));
}

/** `diffs`, as edits are stored, and `diffs_by_msg_id`, as a cleared conversation has it. */
export const DIFF_SECTIONS = ['diffs', 'diffs_by_msg_id'] as const;
type DiffSection = (typeof DIFF_SECTIONS)[number];

/** `conversation_diffs.json`. */
export interface Diffs {
  readonly file: JsonFile;
  /** The members of the outermost object that hold diffs, by their names; null for one that is not there. */
  readonly sections: Readonly<Record<DiffSection, Value | null>>;
  /** Whole entries of both sections in their order, whether or not R reads the file. */
  readonly entries: readonly Diff[];
}

/** Opens the file; R reads its lines. */
export function openDiffs(file: JsonFile): Diffs {
  // R reads whichever member its `$` finds for `diffs`: the older section when it is the only one.
  const seen = memberOf(file.root, 'diffs')?.value.at ?? -1;
  const sections = { diffs: sectionOf(file.root, 'diffs'), diffs_by_msg_id: sectionOf(file.root, 'diffs_by_msg_id') };
  return { file, sections, entries: DIFF_SECTIONS.flatMap((name) => entriesOf(sections[name], name, seen)) };
}

function sectionOf(root: Value | null, name: DiffSection): Value | null {
  const found = memberOf(root, name);
  return found !== null && textOf(found.key) === name ? found.value : null;
}

function entriesOf(object: Value | null, section: DiffSection, seen: number): Diff[] {
  const names = new Set<string>();
  return members(object).map(({ key, value }) => {
    const name = textOf(key);
    const hidden = object?.at !== seen || names.has(name);
    names.add(name);
    return { name, key, value, section, hidden };
  });
}

/** What was said for one question, in short; `name`: its place among the questions, from 1, as text. */
export interface QuestionSummary extends Member {
  readonly name: string;
}

/** `summaries.json`. */
export interface Summaries {
  readonly file: JsonFile;
  /** The member `summaries`: an object, an empty list, or null when it is not there. */
  readonly list: Value | null;
  /** Whole entries in their order, duplicates too, whether or not R reads the file. */
  readonly entries: readonly QuestionSummary[];
}

/** Opens the file. */
export function openSummaries(file: JsonFile): Summaries {
  const list = fieldOf(file.root, 'summaries');
  return { file, list, entries: members(list).map(({ key, value }) => ({ name: textOf(key), key, value })) };
}

/** `plots/plots_N.json`: the plots that one call drew. */
export interface Plots {
  readonly file: JsonFile;
  /** The N of its name: the id of the call. Null for a name without one. */
  readonly callId: number | null;
  /** The names of the plots in it. */
  readonly names: readonly string[];
}

/** Opens the file. */
export function openPlots(file: JsonFile): Plots {
  const digits = /^plots_(\d{1,15})\.json$/.exec(baseName(file.part.path))?.[1];
  return {
    file,
    callId: digits === undefined ? null : Number(digits),
    names: members(file.root).map(({ key }) => textOf(key)),
  };
}
