import { elements, isObject, isText, type Member, members, textOf, type Value } from '../../../codecs/json/value.ts';
import { once } from '../../once.ts';
import { baseName } from '../../path.ts';
import { fieldOf, memberOf, type Ref, refOf, textIn } from './field.ts';
import { isTrue } from './log.ts';
import type { JsonFile } from './r-json.ts';

/** One change to a person's file, its members decoded when they are asked for. */
export class FileChange {
  readonly index: number;
  readonly value: Value;

  constructor(value: Value, index: number) {
    this.index = index;
    this.value = value;
  }

  get id(): Ref {
    return refOf(fieldOf(this.value, 'id'));
  }

  /** The message that the change was made at: no conversation, whatever it is called. */
  get conversationId(): Ref {
    return refOf(fieldOf(this.value, 'conversation_id'));
  }

  get conversationIndex(): Ref {
    return refOf(fieldOf(this.value, 'conversation_index'));
  }

  get action(): string | null {
    return textIn(this.value, 'action');
  }

  get filePath(): string | null {
    return textIn(this.value, 'file_path');
  }

  get timestamp(): string | null {
    return textIn(this.value, 'timestamp');
  }
}

/** `file_changes.json`: what a revert undoes on disk. */
export interface FileChanges {
  readonly file: JsonFile;
  /** The list; null when there is none. */
  readonly list: Value | null;
  /** Whole entries in their order, whether or not R reads the file. */
  readonly entries: readonly FileChange[];
}

/** Opens the file. */
export function openFileChanges(file: JsonFile): FileChanges {
  const list = fieldOf(file.root, 'changes');
  const entries = once(() => elements(list).map((value, index) => new FileChange(value, index)));
  return {
    file,
    list,
    get entries() {
      return entries();
    },
  };
}

/** What one edit made of a file, kept under the id of its call; its members are decoded when they are asked for. */
export class Diff {
  /** The id of the `edit_file` call, as text. */
  readonly name: string;
  readonly key: Value;
  readonly value: Value;
  readonly section: DiffSection;
  /** R does not see it: another section, or an earlier one of the same name, is read instead. */
  readonly hidden: boolean;

  constructor({ key, value }: Member, name: string, section: DiffSection, hidden: boolean) {
    this.name = name;
    this.key = key;
    this.value = value;
    this.section = section;
    this.hidden = hidden;
  }

  get conversationIndex(): Ref {
    return refOf(fieldOf(this.value, 'conversation_index'));
  }

  /** The lines of its `diff_data`, whole ones. */
  get lines(): readonly Value[] {
    return elements(fieldOf(this.value, 'diff_data')).filter(isObject);
  }

  get added(): number {
    return this.lines.filter((line) => isText(fieldOf(line, 'type'), 'added')).length;
  }

  get deleted(): number {
    return this.lines.filter((line) => isText(fieldOf(line, 'type'), 'deleted')).length;
  }

  /** The edit put its text before all of the file. */
  get isStart(): boolean {
    return isTrue(fieldOf(fieldOf(this.value, 'flags'), 'is_start_edit'));
  }

  /** The edit put its text after all of the file. */
  get isEnd(): boolean {
    return isTrue(fieldOf(fieldOf(this.value, 'flags'), 'is_end_edit'));
  }
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

/** Opens the file; R reads its lines. */
export function openDiffs(file: JsonFile): Diffs {
  // R reads whichever member its `$` finds for `diffs`: the older section when it is the only one.
  const seen = memberOf(file.root, 'diffs')?.value.at ?? -1;
  const sections = { diffs: sectionOf(file.root, 'diffs'), diffs_by_msg_id: sectionOf(file.root, 'diffs_by_msg_id') };
  const entries = once(() =>
    (['diffs', 'diffs_by_msg_id'] as const).flatMap((name) => entriesOf(sections[name], name, seen)),
  );
  return {
    file,
    sections,
    get entries() {
      return entries();
    },
  };
}

function sectionOf(root: Value | null, name: DiffSection): Value | null {
  const found = memberOf(root, name);
  return found !== null && textOf(found.key) === name ? found.value : null;
}

function entriesOf(section: Value | null, name: DiffSection, seen: number): Diff[] {
  const names = new Set<string>();
  return members(section).map((each) => {
    const text = textOf(each.key);
    const hidden = section?.at !== seen || names.has(text);
    names.add(text);
    return new Diff(each, text, name, hidden);
  });
}

/** What was said for one question, in short. */
export interface QuestionSummary {
  /** Which question: its place among the questions, from 1, as text. */
  readonly name: string;
  readonly key: Value;
  readonly value: Value;
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

/** Opens the file. */
export function openSummaries(file: JsonFile): Summaries {
  const list = fieldOf(file.root, 'summaries');
  return { file, list, entries: members(list).map(summaryOf) };
}

function summaryOf({ key, value }: Member): QuestionSummary {
  return { name: textOf(key), key, value, text: textIn(value, 'summary_text') };
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

/** `background_summarization.json`, or a backup of it: a summary that was being made. */
export interface Background {
  readonly file: JsonFile;
  readonly requestId: string | null;
  readonly targetQuery: Ref;
}

/** Opens the file. */
export function openBackground(file: JsonFile): Background {
  const { root } = file;
  return { file, requestId: textIn(root, 'request_id'), targetQuery: refOf(fieldOf(root, 'target_query')) };
}
