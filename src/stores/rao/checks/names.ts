import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../../../codecs/bytes.ts';
import type { TableRow } from '../../../codecs/table/table.ts';
import { atByte, type FileFinding, findingAbout } from '../../file-finding.ts';
import { countOf, firstNames } from '../../words.ts';
import { COLUMNS } from '../read/tables/companion-table.ts';
import { isKnownHeader, type NameRow, type Names, nameLinesOf } from '../read/tables/names.ts';
import { columnDifferences, columnOf } from '../read/tables/r-table.ts';
import { trimws } from '../read/tables/type-convert.ts';
import { byteFindings, isBlank, markFinding } from './tables/table.ts';
import { localeFindings } from './texts.ts';

export function isSound(names: Names): boolean {
  return !isBlank(names.table) && [...tableFindings(names)].length === 0;
}

export function* tableFindings(names: Names): Generator<FileFinding> {
  const { table, read, header } = names;
  if (isBlank(table)) {
    yield findingAbout('RA301', 'is empty');
    return;
  }
  const mark = markFinding(table);
  if (mark !== null) yield { ...mark, code: 'RA333' };
  const broken = splitFinding(names);
  const unknown = unknownHeader(table.bytes, broken !== null || !isHeaded(names));
  if (unknown !== null)
    yield findingAbout('RA332', `has the header ${JSON.stringify(unknown.slice(0, 60))}, which names other columns`);
  else if (broken !== null) yield broken;
  else if (!read.ok) yield findingAbout('RA302', `cannot be read: ${read.error}`);
  else if (!isHeaded(names)) {
    const columns = header?.fields.map(({ text }) => text.slice(0, 30)) ?? [];
    yield findingAbout('RA304', `has the header ${columns.join(', ')}`);
  }
}

function isHeaded({ read }: Names): boolean {
  return columnOf(read, 'conversation_id') !== null && columnOf(read, 'name') !== null;
}

/** A row in place of the header of a broken table that can be repaired. */
function unknownHeader(bytes: Uint8Array, isBroken: boolean): string | null {
  if (!isBroken || !isUtf8(bytes)) return null;
  const { header, rows } = nameLinesOf(asBuffer(bytes).toString('utf8'));
  return header === null || isKnownHeader(header, rows) ? null : header;
}

/** The finding for rows that R splits at another place; null for none. */
function splitFinding({ table, read, rows, header, isNumberFirst }: Names): FileFinding | null {
  if (table.open >= 0) return atByte('RA303', table.open, 'has a quote that is never closed');
  const swallowing = rows.find((row) => swallowsRow(row, table.bytes));
  if (swallowing !== undefined) {
    const detail = `has a name whose quotes include the following rows, in ${rowName(swallowing)}`;
    return atByte('RA303', swallowing.row.start, detail);
  }
  const width = header?.fields.length ?? 0;
  const isLabelled = read.ok && read.labelled && !isNumberFirst;
  const wide = isLabelled ? undefined : rows.find(({ row }) => row.fields.length > width);
  if (wide === undefined) return null;
  const detail = `has ${countOf(wide.row.fields.length, 'field')} in ${rowName(wide)}, under ${countOf(width, 'column')}`;
  return atByte('RA302', wide.row.start, detail);
}

const NAMES = COLUMNS['conversation_names.csv'];

/** Findings on columns with which Rao cannot add a row to a readable table. */
export function* columnFindings({ read }: Names): Generator<FileFinding> {
  const { labels, unknown } = columnDifferences(read, NAMES);
  const matched = NAMES.map((name) => columnOf(read, name)?.name);
  const misnamed = unknown.filter((name) => matched.includes(name));
  const others = unknown.filter((name) => !matched.includes(name));
  const crashes = (code: 'RA319' | 'RA325' | 'RA326', detail: string) => findingAbout(code, `has ${detail}`);
  if (labels) yield crashes('RA319', 'a column of row numbers, so Rao cannot add a conversation');
  if (misnamed.length > 0)
    yield crashes('RA326', `a column named ${firstNames(misnamed)}, so Rao cannot add a conversation`);
  if (others.length > 0)
    yield crashes('RA325', `columns that Rao does not know, so it cannot add a conversation: ${firstNames(others)}`);
}

export function* nameRowFindings(names: Names): Generator<FileFinding & { readonly row: NameRow }> {
  for (const row of names.rows) {
    const at = (code: FileFinding['code'], detail: string) => ({ ...atByte(code, row.row.start, detail), row });
    if (row.id === null) yield at('RA308', `has the row ${row.idText.slice(0, 20)}, which is not a number`);
    if (row.nameInR === null && row.id !== null)
      yield at('RA327', `has a name that R reads as missing, in ${rowName(row)}`);
    const name = trimws(row.name);
    if (row.nameInR !== null && row.nameInR !== name)
      yield at('RA307', `has the name ${name.slice(0, 40)}, which R changes to ${row.nameInR.slice(0, 40)}`);
    if (names.style === 'erdos' && /[,"\r\n]/.test(row.name))
      yield at('RA317', `has a name that Erdos cuts off, in ${rowName(row)}`);
  }
}

/** Findings on repeated numbers: Rao expects one row for each. */
export function* doubleFindings({ rows }: Names): Generator<FileFinding & { readonly row: NameRow }> {
  const seen = new Map<number, NameRow>();
  for (const row of rows) {
    if (row.id === null) continue;
    const first = seen.get(row.id);
    if (first === undefined) {
      seen.set(row.id, row);
      continue;
    }
    const code = trimws(first.name) === trimws(row.name) ? 'RA306' : 'RA305';
    const detail = `has a second row of conversation ${row.id}, ${code === 'RA306' ? 'of the same' : 'under another'} name`;
    yield { ...atByte(code, row.row.start, detail), row };
  }
}

export function* oddFindings({ table, read, isNumberFirst }: Names): Generator<FileFinding> {
  yield* byteFindings(table);
  if (read.ok && read.labelled && !isNumberFirst) yield findingAbout('RA318', 'has row labels before its numbers');
  yield* localeFindings(table.bytes);
}

/** True for a name that contains a row, or an escaped quote that R does not know. */
function swallowsRow({ row, name }: NameRow, bytes: Uint8Array): boolean {
  if (/[\r\n][^\S\r\n]*"?\d+"?,/.test(name)) return true;
  return quotedFields(row, bytes).some((source) => (source.startsWith('"') ? /\\(?:"")*"(?!"|$)/ : /\\"/).test(source));
}

function quotedFields({ fields }: TableRow, bytes: Uint8Array): string[] {
  const text = asBuffer(bytes);
  return fields.flatMap(({ quoted, start, end }) => (quoted ? text.toString('latin1', start, end) : []));
}

function rowName({ idText }: NameRow): string {
  return idText === '' ? 'a row without a number' : `the row of conversation ${idText.slice(0, 20)}`;
}
