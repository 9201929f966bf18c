import { elements, isObject, isText, members, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Part } from '../../kind.ts';
import { fieldOf, memberOf } from './field.ts';
import { type JsonFile, openJson } from './json-file.ts';
import { isTrue } from './log-message.ts';
import { type Ref, refOf } from './ref.ts';

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
export type DiffSection = 'diffs' | 'diffs_by_msg_id';

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
  // R reads whichever member its `$` finds for `diffs`: the older section when it stands alone.
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
  const count = (type: string) => lines.filter((line) => isText(fieldOf(line, 'type'), type)).length;
  return {
    ...where,
    name,
    key,
    value,
    messageId: refOf(fieldOf(value, 'message_id')),
    conversationIndex: refOf(fieldOf(value, 'conversation_index')),
    lines,
    added: count('added'),
    deleted: count('deleted'),
    isStart: isTrue(fieldOf(flags, 'is_start_edit')),
    isEnd: isTrue(fieldOf(flags, 'is_end_edit')),
  };
}
