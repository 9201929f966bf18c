import { elements, isObject, isText, members, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { baseName } from '../../path.ts';
import { fieldOf, memberOf, type Ref, refOf, textIn } from './field.ts';
import { isTrue } from './log.ts';
import { type JsonFile, openJson } from './r-json.ts';

/** One change to a person's file. */
export interface FileChange {
  readonly index: number;
  readonly value: Value;
  readonly id: Ref;
  /** The message that the change was made at: no conversation, whatever it is called. */
  readonly conversationId: Ref;
  readonly conversationIndex: Ref;
  readonly action: string | null;
  readonly filePath: string | null;
  readonly timestamp: string | null;
}

/** `file_changes.json`: what a revert undoes on disk. */
export interface FileChanges {
  readonly file: JsonFile;
  /** The list; null when there is none. */
  readonly list: Value | null;
  /** Whole entries in their order, whether or not R reads the file. */
  readonly entries: readonly FileChange[];
}

/** Opens the file; null for a part without bytes. */
export function openFileChanges(part: Part): FileChanges | null {
  const file = openJson(part);
  if (file === null) return null;
  const list = fieldOf(file.root, 'changes');
  return { file, list, entries: list === null ? [] : elements(list).map(changeOf) };
}

function changeOf(value: Value, index: number): FileChange {
  return {
    index,
    value,
    id: refOf(fieldOf(value, 'id')),
    conversationId: refOf(fieldOf(value, 'conversation_id')),
    conversationIndex: refOf(fieldOf(value, 'conversation_index')),
    action: textIn(value, 'action'),
    filePath: textIn(value, 'file_path'),
    timestamp: textIn(value, 'timestamp'),
  };
}

/** What one edit made of a file, kept under the id of its call. */
export interface Diff {
  /** The id of the `edit_file` call, as text. */
  readonly name: string;
  readonly key: Value;
  readonly value: Value;
  readonly section: DiffSection;
  /** R does not see it: another section, or an earlier one of the same name, is read instead. */
  readonly hidden: boolean;
  readonly messageId: Ref;
  readonly conversationIndex: Ref;
  /** The lines of its `diff_data`, whole ones. */
  readonly lines: readonly Value[];
  readonly added: number;
  readonly deleted: number;
  /** The edit put its text before all of the file. */
  readonly isStart: boolean;
  /** The edit put its text after all of the file. */
  readonly isEnd: boolean;
}

/** `diffs`, as edits are stored, or `diffs_by_msg_id`, as a cleared conversation has it. */
type DiffSection = 'diffs' | 'diffs_by_msg_id';

/** `conversation_diffs.json`. */
export interface Diffs {
  readonly file: JsonFile;
  /** The members of the outermost object that hold diffs, by their names; null for one that is not there. */
  readonly sections: Readonly<Record<DiffSection, Value | null>>;
  /** Whole entries of both sections in their order, whether or not R reads the file. */
  readonly entries: readonly Diff[];
}

/** Opens the file; null for a part without bytes. */
export function openDiffs(part: Part): Diffs | null {
  const file = openJson(part, 'lines');
  if (file === null) return null;
  // R reads whichever member its `$` finds for `diffs`: the older section when it is the only one.
  const seen = memberOf(file.root, 'diffs')?.value.at ?? -1;
  const sections = { diffs: sectionOf(file.root, 'diffs'), diffs_by_msg_id: sectionOf(file.root, 'diffs_by_msg_id') };
  const entries = (['diffs', 'diffs_by_msg_id'] as const).flatMap((name) => entriesOf(sections[name], name, seen));
  return { file, sections, entries };
}

function sectionOf(root: Value | null, name: DiffSection): Value | null {
  const found = memberOf(root, name);
  return found !== null && textOf(found.key) === name ? found.value : null;
}

function entriesOf(section: Value | null, name: DiffSection, seen: number): Diff[] {
  if (section === null) return [];
  const names = new Set<string>();
  return members(section).map(({ key, value }) => {
    const text = textOf(key);
    const hidden = section.at !== seen || names.has(text);
    names.add(text);
    return diffOf(text, key, value, { section: name, hidden });
  });
}

function diffOf(name: string, key: Value, value: Value, where: Pick<Diff, 'section' | 'hidden'>): Diff {
  const data = fieldOf(value, 'diff_data');
  const lines = data === null ? [] : elements(data).filter(isObject);
  const flags = fieldOf(value, 'flags');
  const counts = { added: 0, deleted: 0 };
  for (const line of lines) {
    const type = fieldOf(line, 'type');
    if (isText(type, 'added')) counts.added++;
    else if (isText(type, 'deleted')) counts.deleted++;
  }
  return {
    ...where,
    name,
    key,
    value,
    messageId: refOf(fieldOf(value, 'message_id')),
    conversationIndex: refOf(fieldOf(value, 'conversation_index')),
    lines,
    ...counts,
    isStart: isTrue(fieldOf(flags, 'is_start_edit')),
    isEnd: isTrue(fieldOf(flags, 'is_end_edit')),
  };
}

/** What was said for one question, in short. */
export interface QuestionSummary {
  /** Which question: its place among the questions, from 1, as text. */
  readonly name: string;
  readonly key: Value;
  readonly value: Value;
  readonly queryNumber: Ref;
  readonly timestamp: string | null;
  readonly text: string | null;
}

/** `summaries.json`. */
export interface Summaries {
  readonly file: JsonFile;
  /** The member `summaries`: an object, an empty list, or null when it is not there. */
  readonly list: Value | null;
  /** Whole entries in their order, duplicates too, whether or not R reads the file. */
  readonly entries: readonly QuestionSummary[];
}

/** Opens the file; null for a part without bytes. */
export function openSummaries(part: Part): Summaries | null {
  const file = openJson(part);
  if (file === null) return null;
  const list = fieldOf(file.root, 'summaries');
  return { file, list, entries: isObject(list) ? members(list).map(({ key, value }) => summaryOf(key, value)) : [] };
}

function summaryOf(key: Value, value: Value): QuestionSummary {
  return {
    name: textOf(key),
    key,
    value,
    queryNumber: refOf(fieldOf(value, 'query_number')),
    timestamp: textIn(value, 'timestamp'),
    text: textIn(value, 'summary_text'),
  };
}

/** `plots/plots_N.json`: the plots that one call drew. */
export interface Plots {
  readonly file: JsonFile;
  /** The N of its name: the id of the call. Null for a name without one. */
  readonly callId: number | null;
  /** The names of the plots in it. */
  readonly names: readonly string[];
}

/** Opens the file; null for a part without bytes. */
export function openPlots(part: Part): Plots | null {
  const file = openJson(part);
  if (file === null) return null;
  const digits = /^plots_(\d{1,15})\.json$/.exec(baseName(part.path))?.[1];
  return {
    file,
    callId: digits === undefined ? null : Number(digits),
    names: isObject(file.root) ? members(file.root).map(({ key }) => textOf(key)) : [],
  };
}

/** `background_summarization.json`, or a backup of it: a summary that was being made. */
export interface Background {
  readonly file: JsonFile;
  readonly requestId: string | null;
  readonly targetQuery: Ref;
  /** Absolute: a temporary file of the process. */
  readonly streamFile: string | null;
  readonly processId: Ref;
  readonly timestamp: string | null;
}

/** Opens the file; null for a part without bytes. */
export function openBackground(part: Part): Background | null {
  const file = openJson(part);
  if (file === null) return null;
  const { root } = file;
  return {
    file,
    requestId: textIn(root, 'request_id'),
    targetQuery: refOf(fieldOf(root, 'target_query')),
    streamFile: textIn(root, 'stream_file'),
    processId: refOf(fieldOf(root, 'process_id')),
    timestamp: textIn(root, 'timestamp'),
  };
}
