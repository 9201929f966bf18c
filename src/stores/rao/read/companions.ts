import { quote } from '../../../codecs/json/quote.ts';
import { isComplete, isString, lexemeOf, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Rds, RdsValue } from '../../../codecs/rds/read-rds.ts';
import type { Field } from '../../../codecs/table/table.ts';
import type { Section } from '../../../model/conversation.ts';
import { baseName } from '../../path.ts';
import type { Background, Diffs, FileChange, FileChanges, Plots, Summaries } from '../decode/companions.ts';
import { textOfRef } from '../decode/field.ts';
import type { JsonFile } from '../decode/r-json.ts';
import type { CompanionTable, History } from '../decode/tables/companion-table.ts';
import type { RaoFolder } from '../folder.ts';

/** The files beside the log, in the order in which Rao makes them; those that are there, as far as they can be read. */
export function companionsOf(folder: RaoFolder): readonly Section[] {
  const sections = [
    historySection(folder.history()),
    changesSection(folder.changes()),
    diffsSection(folder.diffs()),
    tableSection('message_buttons', 'message buttons', folder.buttons()),
    tableSection('attachments', 'attachments', folder.attachments()),
    tableSection('images', 'images', folder.images()),
    summariesSection(folder.summaries()),
    backgroundSection([folder.background(), ...folder.backups()]),
    plotsSection(folder.plots()),
    varsSection(folder.vars()),
    fileSection('conversation_vars', 'conversation variables', folder.erdosVars()),
    fileSection('code_links', 'code links', folder.codeLinks()),
  ];
  return sections.filter((section) => section !== null);
}

/** A table written by `write.csv`, its rows as they are in the file, whether or not R reads them. */
function tableSection(key: string, title: string, table: CompanionTable | null): Section | null {
  if (table === null) return null;
  const rows = table.rows.map(({ fields }) =>
    [...fields].map(([name, field]) => `${quote(name)}:${cell(field)}`).join(','),
  );
  return { key, title, value: { source: list(rows) } };
}

/** The scripts that were edited. */
function historySection(history: History | null): Section | null {
  if (history === null) return null;
  const rows = history.rows.map(({ filename, order, conversationIndex }) => {
    const index = conversationIndex === null ? '' : `,"conversation_index":${bare(conversationIndex.text)}`;
    return `"filename":${quote(filename)},"order":${bare(order)}${index}`;
  });
  return { key: 'script_history', title: 'script history', value: { source: list(rows) } };
}

function list(rows: readonly string[]): string {
  return `[${rows.map((row) => `{${row}}`).join(',')}]`;
}

/** What is in quotes is text to R, whatever it looks like. */
function cell({ quoted, text }: Field): string {
  return quoted ? quote(text) : bare(text);
}

function bare(text: string): string {
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return text;
  return LITERALS.get(text) ?? quote(text);
}

const LITERALS: ReadonlyMap<string, string> = new Map([
  ['TRUE', 'true'],
  ['FALSE', 'false'],
  ['NA', 'null'],
]);

/** What was done to a person's files, whole: a file that was removed can be got back from its `previous_content`. */
function changesSection(changes: FileChanges | null): Section | null {
  if (changes === null) return null;
  const source = `[${changes.entries.map(({ value }) => lexemeOf(value)).join(',')}]`;
  return { key: 'file_changes', title: 'file changes', value: { source }, lines: changes.entries.map(changeLine) };
}

function changeLine({ id, conversationId, action, filePath, timestamp }: FileChange): string {
  const at = textOfRef(conversationId);
  const facts = [at === null ? '' : `at message ${at}`, timestamp ?? ''].filter((fact) => fact !== '');
  const about = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `${textOfRef(id) ?? '-'}: ${action ?? 'unknown'} ${filePath ?? 'no file'}${about}`;
}

/** What edits made of files, by the id of their call; of a key that occurs twice the one that R sees. */
function diffsSection(diffs: Diffs | null): Section | null {
  if (diffs === null) return null;
  const all = byName(diffs.entries.toSorted((a, b) => Number(a.hidden) - Number(b.hidden)));
  return {
    key: 'conversation_diffs',
    title: 'diffs',
    value: { source: object(all) },
    lines: all.map(({ name, added, deleted }) => `call ${name}: +${added} -${deleted}`),
  };
}

/** What was said so far, in short, by question. */
function summariesSection(summaries: Summaries | null): Section | null {
  if (summaries === null) return null;
  const all = byName(summaries.entries);
  return {
    key: 'summaries',
    title: 'summaries',
    value: { source: object(all) },
    lines: all.map(({ name, text }) => `question ${name}: ${text ?? ''}`),
  };
}

interface Named {
  readonly name: string;
  readonly value: Value;
}

function byName<T extends Named>(entries: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return entries.filter(({ name }) => {
    const first = !seen.has(name);
    seen.add(name);
    return first;
  });
}

function object(entries: readonly Named[]): string {
  return `{${entries.map(({ name, value }) => `${quote(name)}:${lexemeOf(value)}`).join(',')}}`;
}

/** A summary that was being made, and what older programs kept of one. */
function backgroundSection(all: readonly (Background | null)[]): Section | null {
  const files = all.flatMap((each) => each?.file ?? []);
  if (files.length === 0) return null;
  const source = `{${files.map((file) => `${quote(baseName(file.part.path))}:${sourceOf(file)}`).join(',')}}`;
  return { key: 'background_summarization', title: 'summary in the making', value: { source } };
}

/** The names of the plots, by the call that drew them; the images are in the messages. */
function plotsSection(plots: readonly Plots[]): Section | null {
  if (plots.length === 0) return null;
  const entries = plots.map(({ file, callId, names }) => {
    const path = `plots/${baseName(file.part.path)}`;
    return `{"file":${quote(path)},"callId":${callId ?? 'null'},"plots":[${names.map(quote).join(',')}]}`;
  });
  return {
    key: 'plots',
    title: 'plots',
    value: { source: `[${entries.join(',')}]` },
    lines: plots.map(({ callId, names }) => `call ${callId ?? 'unknown'}: ${names.join(', ')}`),
  };
}

/** Flags that R keeps; those that are no plain values are null. */
function varsSection(vars: Rds | null): Section | null {
  if (vars === null) return null;
  const source =
    vars.state === 'read'
      ? `{${[...vars.values].map(([name, value]) => `${quote(name)}:${plain(value)}`).join(',')}}`
      : `{${quote(vars.state)}:${quote(vars.why)}}`;
  return { key: 'conversation_vars', title: 'conversation variables', value: { source } };
}

/** R has no single values: a vector of one is one. */
function plain(value: RdsValue): string {
  if (value === null) return 'null';
  const items = value.map((each) => (typeof each === 'string' ? quote(each) : number(each)));
  return items.length === 1 ? (items[0] ?? 'null') : `[${items.join(',')}]`;
}

function number(value: boolean | number | null): string {
  return typeof value === 'number' && !Number.isFinite(value) ? 'null' : String(value);
}

/** A file of Erdos as it is. */
function fileSection(key: string, title: string, file: JsonFile | null): Section | null {
  return file === null ? null : { key, title, value: { source: sourceOf(file) } };
}

/** The document of a file; null for one that is broken. */
function sourceOf({ root, tape }: JsonFile): string {
  if (root === null || !isComplete(root) || tape.fault !== null) return 'null';
  return isString(root) ? quote(textOf(root)) : lexemeOf(root);
}
