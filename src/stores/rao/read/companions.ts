import { quote } from '../../../codecs/json/quote.ts';
import type { Field } from '../../../codecs/table/table.ts';
import type { Section } from '../../../model/conversation.ts';
import type { CompanionTable } from '../decode/tables/companion-table.ts';
import type { History } from '../decode/tables/history.ts';
import type { Folder } from '../folder.ts';
import { changesSection, diffsSection, summariesSection } from './sections/documents.ts';
import { backgroundSection, fileSection, plotsSection, varsSection } from './sections/others.ts';

/** The files beside the log, in the order in which Rao makes them; those that are there, as far as they can be read. */
export function companionsOf(folder: Folder): readonly Section[] {
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

/** A table written by `write.csv`, its rows as they stand in the file, whether or not R reads them. */
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
