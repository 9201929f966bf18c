import {
  elements,
  isObject,
  isText,
  isTrue,
  type Member,
  members,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { readRds } from '../../../codecs/rds/read-rds.ts';
import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import type { Unit } from '../../kind.ts';
import type { RaoRole } from '../layout/layout.ts';
import { fieldOf, memberOf } from './field.ts';
import { type Log, openLog } from './log.ts';
import { type JsonFile, openJson } from './r-json.ts';
import { decodeCompanionTable, decodeHistory } from './tables/companion-table.ts';

export interface RaoFolder extends Companions {
  readonly id: string;
  readonly path: string;
  readonly state: 'active' | 'archived';
  readonly self: Part;
  readonly parts: readonly Part[];
  format(): 'rao' | 'erdos';
  part(role: RaoRole): Part | null;
  partsOf(role: RaoRole): readonly Part[];
  log(): Log;
}

/** Files beside the log; null or [] for missing ones. */
type Companions = ReturnType<typeof companionsIn>;

export function openFolders({ id, parts }: Unit): readonly RaoFolder[] {
  const selves = parts.filter(({ role }) => role === 'folder');
  const folders = selves.map((self) => openFolder(id, self, parts));
  return folders.sort((a, b) => (a.state === b.state ? 0 : a.state === 'active' ? -1 : 1));
}

function openFolder(id: string, self: Part, unit: readonly Part[]): RaoFolder {
  const parts = unit.filter(({ path }) => path.startsWith(`${self.path}/`));
  const part = (role: RaoRole): Part | null => parts.find((each) => each.role === role) ?? null;
  const partsOf = (role: RaoRole): readonly Part[] => parts.filter((each) => each.role === role);
  const log = once(() => openLog(part('log')));
  return {
    id,
    path: self.path,
    state: isArchived(self.path) ? 'archived' : 'active',
    self,
    parts,
    format: once(() => formatOf(part, log())),
    part,
    partsOf,
    log,
    ...companionsIn(partsOf),
  };
}

function companionsIn(partsOf: (role: RaoRole) => readonly Part[]) {
  const many = <T>(role: RaoRole, open: (part: Part) => T | null): (() => readonly T[]) =>
    once(() => partsOf(role).flatMap((each) => open(each) ?? []));
  const one = <T>(role: RaoRole, open: (part: Part) => T | null): (() => T | null) =>
    once(() => {
      const [part] = partsOf(role);
      return part === undefined ? null : open(part);
    });
  return {
    changes: one('changes', asJson(openFileChanges)),
    diffs: one('diffs', asJson(openDiffs, 'lines')),
    summaries: one('summaries', asJson(openSummaries)),
    background: one('background', openJson),
    backups: many('background-backup', openJson),
    plots: many('plots', asJson(openPlots)),
    history: one('history', withBytes(decodeHistory)),
    buttons: one('buttons', withBytes(decodeCompanionTable)),
    attachments: one('attachments', withBytes(decodeCompanionTable)),
    images: one('images', withBytes(decodeCompanionTable)),
    vars: one('vars', withBytes(readRds)),
    /** Erdos' `conversation_vars.json`. */
    erdosVars: one('erdos-vars', openJson),
    /** Erdos' `code_links.json`. */
    codeLinks: one('code-links', openJson),
  };
}

function withBytes<T>(decode: (bytes: Uint8Array) => T): (part: Part) => T | null {
  return ({ bytes }) => (bytes === null ? null : decode(bytes));
}

function asJson<T>(open: (file: JsonFile) => T, reading?: 'lines'): (part: Part) => T | null {
  return (part) => {
    const file = openJson(part, reading);
    return file === null ? null : open(file);
  };
}

function isArchived(path: string): boolean {
  return path.split('/').at(-2) === 'archive';
}

/** The format of a folder. Only Erdos has variables as JSON, links of code, and conversation numbers in its messages. */
function formatOf(part: RaoFolder['part'], log: Log): 'rao' | 'erdos' {
  if (part('erdos-vars') !== null || part('code-links') !== null) return 'erdos';
  for (const message of log.eachMessage()) if (message.field('conversationId') !== null) return 'erdos';
  return 'rao';
}

/** `file_changes.json`: changes that a revert undoes on disk. `entries`: whole ones in order, even if R cannot read the file. */
export interface FileChanges {
  readonly file: JsonFile;
  readonly list: Value | null;
  readonly entries: readonly Value[];
}

function openFileChanges(file: JsonFile): FileChanges {
  const list = fieldOf(file.root, 'changes');
  return { file, list, entries: elements(list) };
}

/** The effect of one edit on a file, stored under its call's id. */
export interface Diff extends Member {
  /** The id of the `edit_file` call, as text. */
  readonly name: string;
  readonly section: DiffSection;
  /** R reads another section, or an earlier diff of the name. */
  readonly hidden: boolean;
}

export function diffLines({ value }: Diff): readonly Value[] {
  return elements(fieldOf(value, 'diff_data')).filter(isObject);
}

export function linesOfType(diff: Diff, type: 'added' | 'deleted'): number {
  return diffLines(diff).filter((line) => isText(fieldOf(line, 'type'), type)).length;
}

export function isFlagged(diff: Diff | null, flag: 'is_start_edit' | 'is_end_edit'): boolean {
  return diff !== null && isTrue(fieldOf(fieldOf(diff.value, 'flags'), flag));
}

/** `diffs` of stored edits, and `diffs_by_msg_id` of a cleared conversation. */
export const DIFF_SECTIONS = ['diffs', 'diffs_by_msg_id'] as const;
type DiffSection = (typeof DIFF_SECTIONS)[number];

/** `sections` by name; null for a missing one. `entries`: whole ones of both sections in order, even if R cannot read the file. */
export interface Diffs {
  readonly file: JsonFile;
  readonly sections: Readonly<Record<DiffSection, Value | null>>;
  readonly entries: readonly Diff[];
}

/** Opens diffs of a file whose lines R joins before parsing. */
export function openDiffs(file: JsonFile): Diffs {
  // R's `$` finds the older section if it is the only one.
  const visibleAt = memberOf(file.root, 'diffs')?.value.at ?? -1;
  const sections = { diffs: sectionOf(file.root, 'diffs'), diffs_by_msg_id: sectionOf(file.root, 'diffs_by_msg_id') };
  return { file, sections, entries: DIFF_SECTIONS.flatMap((name) => entriesOf(sections[name], name, visibleAt)) };
}

function sectionOf(root: Value | null, name: DiffSection): Value | null {
  const found = memberOf(root, name);
  return found !== null && textOf(found.key) === name ? found.value : null;
}

function entriesOf(object: Value | null, section: DiffSection, visibleAt: number): Diff[] {
  const names = new Set<string>();
  return members(object).map(({ key, value }) => {
    const name = textOf(key);
    const hidden = object?.at !== visibleAt || names.has(name);
    names.add(name);
    return { name, key, value, section, hidden };
  });
}

/** The summary of one question; `name` is its number, from 1, as text. */
export interface QuestionSummary extends Member {
  readonly name: string;
}

export interface Summaries {
  readonly file: JsonFile;
  /** The member `summaries`, an object or an empty list. */
  readonly list: Value | null;
  /** Whole ones in order, duplicates included, even if R cannot read the file. */
  readonly entries: readonly QuestionSummary[];
}

function openSummaries(file: JsonFile): Summaries {
  const list = fieldOf(file.root, 'summaries');
  return { file, list, entries: members(list).map(({ key, value }) => ({ name: textOf(key), key, value })) };
}

/** `plots/plots_N.json`: the plots of one call. `callId`: the N of its name; null for a name without one. */
export interface Plots {
  readonly file: JsonFile;
  readonly callId: number | null;
  readonly names: readonly string[];
}

function openPlots(file: JsonFile): Plots {
  const digits = /^plots_(\d{1,15})\.json$/.exec(baseName(file.part.path))?.[1];
  return {
    file,
    callId: digits === undefined ? null : Number(digits),
    names: members(file.root).map(({ key }) => textOf(key)),
  };
}
