import { isComplete, isString, lexemeOf, quote, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Rds, RdsValue } from '../../../codecs/rds/read-rds.ts';
import type { Field } from '../../../codecs/table/table.ts';
import type { Section } from '../../../model/conversation.ts';
import { baseName } from '../../../model/path.ts';
import { referenceIn, textIn, textOfReference } from './field.ts';
import { type Diffs, type FileChanges, linesOfType, type Plots, type RaoFolder, type Summaries } from './folder.ts';
import type { JsonFile } from './r-json.ts';
import type { CompanionTable, History } from './tables/companion-table.ts';

export function companionsOf(folder: RaoFolder): readonly Section[] {
  const background = [folder.background(), ...folder.backups()].filter((each) => each !== null);
  const plots = folder.plots();
  const sections = [
    section('script_history', 'script history', folder.history(), historyContent),
    section('file_changes', 'file changes', folder.changes(), changesContent),
    section('conversation_diffs', 'diffs', folder.diffs(), diffsContent),
    section('message_buttons', 'message buttons', folder.buttons(), tableContent),
    section('attachments', 'attachments', folder.attachments(), tableContent),
    section('images', 'images', folder.images(), tableContent),
    section('summaries', 'summaries', folder.summaries(), summariesContent),
    section('background_summarization', 'summary in the making', unlessEmpty(background), backgroundContent),
    section('plots', 'plots', unlessEmpty(plots), plotsContent),
    section('conversation_vars', 'conversation variables', folder.vars(), varsContent),
    section('conversation_vars', 'conversation variables', folder.erdosVars(), fileContent),
    section('code_links', 'code links', folder.codeLinks(), fileContent),
  ];
  return sections.filter((each) => each !== null);
}

interface SectionContent {
  readonly source: string;
  readonly lines?: readonly string[];
}

function section<T>(
  key: string,
  title: string,
  found: T | null,
  contentOf: (found: T) => SectionContent,
): Section | null {
  if (found === null) return null;
  const { source, ...lines } = contentOf(found);
  return { key, title, value: { source }, ...lines };
}

function unlessEmpty<T>(files: readonly T[]): readonly T[] | null {
  return files.length === 0 ? null : files;
}

function tableContent({ rows }: CompanionTable): SectionContent {
  const texts = rows.map(({ fields }) => [...fields].map(([name, field]) => `${quote(name)}:${cell(field)}`).join(','));
  return { source: list(texts) };
}

function historyContent({ rows }: History): SectionContent {
  const texts = rows.map(({ filename, order, conversationIndex }) => {
    const index = conversationIndex === null ? '' : `,"conversation_index":${unquotedValue(conversationIndex.text)}`;
    return `"filename":${quote(filename)},"order":${unquotedValue(order?.text ?? '')}${index}`;
  });
  return { source: list(texts) };
}

function list(rows: readonly string[]): string {
  return `[${rows.map((row) => `{${row}}`).join(',')}]`;
}

/** JSON of a cell. Quoted cells are text to R. */
function cell({ quoted, text }: Field): string {
  return quoted ? quote(text) : unquotedValue(text);
}

function unquotedValue(text: string): string {
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return text;
  return LITERALS.get(text) ?? quote(text);
}

const LITERALS: ReadonlyMap<string, string> = new Map([
  ['TRUE', 'true'],
  ['FALSE', 'false'],
  ['NA', 'null'],
]);

/** Changes to a person's files, whole: `previous_content` can restore a removed file. */
function changesContent({ entries }: FileChanges): SectionContent {
  return { source: `[${entries.map(lexemeOf).join(',')}]`, lines: entries.map(changeLine) };
}

function changeLine(change: Value): string {
  const id = textOfReference(referenceIn(change, 'id'));
  const at = textOfReference(referenceIn(change, 'conversation_id'));
  const [action, path, time] = ['action', 'file_path', 'timestamp'].map((name) => textIn(change, name));
  const facts = [at === null ? '' : `at message ${at}`, time ?? ''].filter((fact) => fact !== '');
  const about = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `${id ?? '-'}: ${action ?? 'unknown'} ${path ?? 'no file'}${about}`;
}

/** Diffs by the id of their call; of equal keys the one R sees. */
function diffsContent({ entries }: Diffs): SectionContent {
  const all = byName(entries.toSorted((a, b) => Number(a.hidden) - Number(b.hidden)));
  const lines = all.map((diff) => `call ${diff.name}: +${linesOfType(diff, 'added')} -${linesOfType(diff, 'deleted')}`);
  return { source: object(all), lines };
}

function summariesContent({ entries }: Summaries): SectionContent {
  const all = byName(entries);
  const lines = all.map(({ name, value }) => `question ${name}: ${textIn(value, 'summary_text') ?? ''}`);
  return { source: object(all), lines };
}

interface NamedMember {
  readonly name: string;
  readonly value: Value;
}

function byName<T extends NamedMember>(entries: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return entries.filter(({ name }) => {
    const first = !seen.has(name);
    seen.add(name);
    return first;
  });
}

function object(entries: readonly NamedMember[]): string {
  return `{${entries.map(({ name, value }) => `${quote(name)}:${lexemeOf(value)}`).join(',')}}`;
}

/** Unfinished summaries, and files of older programs about them. */
function backgroundContent(files: readonly JsonFile[]): SectionContent {
  return { source: `{${files.map((file) => `${quote(baseName(file.part.path))}:${sourceOf(file)}`).join(',')}}` };
}

/** Plot names by call; the images are in the messages. */
function plotsContent(plots: readonly Plots[]): SectionContent {
  const entries = plots.map(({ file, callId, names }) => {
    const path = `plots/${baseName(file.part.path)}`;
    return `{"file":${quote(path)},"callId":${callId ?? 'null'},"plots":[${names.map(quote).join(',')}]}`;
  });
  const lines = plots.map(({ callId, names }) => `call ${callId ?? 'unknown'}: ${names.join(', ')}`);
  return { source: `[${entries.join(',')}]`, lines };
}

/** Flags of R; null for values that are not plain. */
function varsContent(vars: Rds): SectionContent {
  if (vars.state !== 'read') return { source: `{${quote(vars.state)}:${quote(vars.why)}}` };
  return { source: `{${[...vars.values].map(([name, value]) => `${quote(name)}:${plainText(value)}`).join(',')}}` };
}

/** JSON of a value. R has no single values, so a vector of one is shown as one. */
function plainText(value: RdsValue): string {
  if (value === null) return 'null';
  const items = value.map((each) => (typeof each === 'string' ? quote(each) : number(each)));
  return items.length === 1 ? (items[0] ?? 'null') : `[${items.join(',')}]`;
}

function number(value: boolean | number | null): string {
  return typeof value === 'number' && !Number.isFinite(value) ? 'null' : String(value);
}

function fileContent(file: JsonFile): SectionContent {
  return { source: sourceOf(file) };
}

function sourceOf({ root, tape }: JsonFile): string {
  if (root === null || !isComplete(root) || tape.fault !== null) return 'null';
  return isString(root) ? quote(textOf(root)) : lexemeOf(root);
}
