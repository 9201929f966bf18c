import { asBuffer } from '../../../codecs/bytes.ts';
import type { Edit } from '../../../codecs/edit.ts';
import {
  CSV,
  changeTable,
  type NewField,
  parseTable,
  type Table,
  type TableRow,
  TSV,
} from '../../../codecs/table/table.ts';
import { type Code, codesOf } from '../../../model/finding.ts';
import type { FileRepair } from '../../engine/change/passes.ts';
import { countOf } from '../../words.ts';
import {
  COLUMNS,
  decodeHistory,
  fieldsUnder,
  type History,
  headerLine,
  OLDER_BUTTONS,
  quotedNames,
  readMended,
  thirdName,
} from '../read/tables/companion-table.ts';
import { columnDifferences, readR } from '../read/tables/r-table.ts';
import { asLogical } from '../read/tables/type-convert.ts';
import { inFiles, joinRepairs, NO_REPAIR, quotedShort, type RaoPass } from './folders.ts';

export const TABLE_PASSES: readonly RaoPass[] = [
  inFiles(['RA033'], ({ bytes }) => withQuotedNames(bytes)),
  inFiles(['RA046'], ({ bytes }) => withThirdName(bytes)),
  inFiles(['RA044', 'RA045', 'RA047'], ({ bytes }, found, { number }) => withWholeRows(bytes, codesOf(found), number)),
  inFiles(['RA038'], ({ name, bytes }) => withoutRowNumbers(bytes, name)),
  inFiles(['RA039'], ({ name, bytes }) => withoutUnknown(bytes, name)),
  inFiles(['RA031'], ({ bytes }) => withPlainButtons(bytes)),
  inFiles(['RA054'], ({ bytes }) => withoutTrailingCommas(bytes)),
  inFiles(['RA240'], ({ bytes }) => withoutDoubleButtons(bytes)),
];

/** Keeps one row per message; a click in any of them stays. */
function withoutDoubleButtons(bytes: Uint8Array): FileRepair {
  const table = parseTable(bytes, CSV);
  const first = new Map<string, TableRow>();
  const remove: TableRow[] = [];
  const clicked = new Set<TableRow>();
  for (const row of table.rows.slice(1)) {
    const id = rowId(row);
    if (id === null) continue;
    const firstRow = first.get(id) ?? row;
    if (firstRow === row) first.set(id, row);
    else remove.push(row);
    if (isClicked(row)) clicked.add(firstRow);
  }
  const replace = [...clicked].flatMap((row): NewField[] => {
    const [, field] = row.fields;
    return field === undefined || isClicked(row) ? [] : [{ field, source: 'TRUE' }];
  });
  return { edits: changeTable(table, { remove, replace }), notes: [] };
}

/** Reduces rows to the message and its click, all that Rao reads. Rows without either go. A missing or cut header becomes Rao's. */
function withPlainButtons(bytes: Uint8Array): FileRepair {
  const lines = linesOf(bytes);
  const header = lines[0]?.text.includes('message_id') ? lines[0] : null;
  const rows = header === null ? lines : lines.slice(1);
  return joinRepairs([headerRepair(header, parseTable(bytes, CSV).lineEnd), ...rows.map(rowRepair)]);
}

function withoutTrailingCommas(bytes: Uint8Array): FileRepair {
  return { edits: keepRows(parseTable(bytes, CSV), (at) => at < COLUMNS['message_buttons.csv'].length), notes: [] };
}

function rowRepair({ start, end, next, text }: Line): FileRepair {
  const found = /^\s*"?(\d{1,9})"?\s*,\s*"?(TRUE|FALSE|T|F|true|false|True|False)"?\s*(?:,|$)/.exec(text);
  if (found === null) {
    const gone = { at: start, remove: next - start, insert: new Uint8Array() };
    return { edits: [gone], notes: [`drops the row ${quotedShort(text)}`] };
  }
  const source = `${found[1]},${found[2]}`;
  if (source === text) return NO_REPAIR;
  const edit = { at: start, remove: end - start, insert: Buffer.from(source) };
  return { edits: [edit], notes: [`makes ${source} of the row ${quotedShort(text)}`] };
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** Text of one character for each byte. */
  readonly text: string;
}

function linesOf(bytes: Uint8Array): Line[] {
  const all = asBuffer(bytes).toString('latin1');
  return [...all.matchAll(/([^\r\n]+)(?:\r\n|\r|\n|$)/g)].map(({ index, 0: whole, 1: text = '' }) => {
    return { start: index, end: index + text.length, next: index + whole.length, text };
  });
}

function headerRepair(header: Line | null, lineEnd: string): FileRepair {
  const insert = Buffer.from(`${headerLine('message_buttons.csv')}${header === null ? lineEnd : ''}`);
  if (header === null) return { edits: [{ at: 0, remove: 0, insert }], notes: [] };
  const { start, end, text } = header;
  const isWhole = /^(?:\xef\xbb\xbf)?(?:"message_id"|message_id),(?:"buttons_run"|buttons_run)$/.test(text);
  return { edits: isWhole ? [] : [{ at: start, remove: end - start, insert }], notes: [] };
}

export function rowId({ fields: [field] }: TableRow): string | null {
  const text = field?.text.trim() ?? '';
  return /^\d+$/.test(text) ? String(Number(text)) : null;
}

function isClicked({ fields }: TableRow): boolean {
  return asLogical(fields[1]?.text.trim() ?? '') === true;
}

export function withoutRowNumbers(bytes: Uint8Array, name: string): FileRepair {
  const table = parseTable(bytes, dialectOf(name));
  return { edits: keepRows(table, (at) => at > 0), notes: [] };
}

/** Removes columns that Rao does not know. Returns a sentence if they cannot be distinguished. */
export function withoutUnknown(bytes: Uint8Array, name: string): FileRepair | string {
  const table = parseTable(bytes, dialectOf(name));
  const read = name.endsWith('.csv') ? readR(table, { fill: true }) : readMended(decodeHistory(bytes)).read;
  if (!read.ok) return `cannot be read: ${read.error}`;
  const { unknown } = columnDifferences(read, knownColumns(name));
  const gone = new Set(unknown);
  const isKept = read.columns.map((column) => !gone.has(column.name));
  const notes = unknown.map((each) => `drops the column ${each} of ${countOf(read.rows.length, 'row')}`);
  const [header] = table.rows;
  // Row labels come first, and have no column name.
  const shift = (row: TableRow) => (read.labelled && row !== header ? 1 : 0);
  return { edits: keepRows(table, (at, row) => isKept[at - shift(row)] ?? true), notes };
}

function dialectOf(name: string): typeof CSV {
  return name.endsWith('.tsv') ? TSV : CSV;
}

function knownColumns(name: string): readonly string[] {
  const columns: readonly string[] = Object.hasOwn(COLUMNS, name) ? COLUMNS[name as keyof typeof COLUMNS] : [];
  return name === 'message_buttons.csv' ? [...columns, ...OLDER_BUTTONS] : columns;
}

function keepRows(table: Table, isKept: (at: number, row: TableRow) => boolean): Edit[] {
  return table.rows.flatMap((row) => {
    const fields = row.fields.filter((_, at) => isKept(at, row));
    return fields.length === row.fields.length ? [] : [rowEdit(table, row, fields)];
  });
}

function rowEdit({ bytes, dialect }: Table, { start, end }: TableRow, fields: TableRow['fields']): Edit {
  const sources = fields.flatMap((field, at) => [
    ...(at === 0 ? [] : [Uint8Array.of(dialect.separator)]),
    bytes.subarray(field.start, field.end),
  ]);
  return { at: start, remove: end - start, insert: Buffer.concat(sources) };
}

/** Quotes file names with a quote or `#`, at which R's reader splits (docs/formats/rao.md, "Tables"). */
function withQuotedNames(bytes: Uint8Array): FileRepair {
  const edits = quotedNames(decodeHistory(bytes));
  const names = countOf(edits.length, 'file name');
  return {
    edits,
    notes: [`quotes ${names}: Rao reads it so, and writes it without quotes again at the next edit that is accepted`],
  };
}

/** Names the third column if rows have one more field than the header. */
function withThirdName(bytes: Uint8Array): FileRepair {
  return { edits: thirdName(decodeHistory(bytes)), notes: [] };
}

/**
 * Makes history rows as long as the header. A short one takes its neighbours' value, or goes if its name may be cut. A
 * long one keeps its first fields. White-space lines go. Only rows of these codes change.
 */
function withWholeRows(bytes: Uint8Array, codes: readonly Code[], number: number): FileRepair {
  const history = decodeHistory(bytes);
  const { short, blank, wide } = readMended(history).odd;
  const odd = new Map<TableRow, Code>([
    ...short.map((row) => [row, 'RA044'] as const),
    ...blank.map((row) => [row, 'RA045'] as const),
    ...wide.map((row) => [row, 'RA047'] as const),
  ]);
  const repairs: FileRepair[] = [];
  let last = 0;
  for (const { row, order } of history.rows) {
    const code = odd.get(row);
    if (code !== undefined && codes.includes(code)) repairs.push(wholeRow(history, row, last + 1, number));
    last = isOrder(order?.text ?? '') ? Number(order?.text) : last + 1;
  }
  return joinRepairs(repairs);
}

function wholeRow({ table, columns }: History, row: TableRow, order: number, number: number): FileRepair {
  const [name, numberField, ...more] = row.fields;
  const text = (name?.text ?? '').trim();
  const gone = { edits: changeTable(table, { remove: [row] }), notes: [`drops the row ${quotedShort(text)}`] };
  if (text === '') return { ...gone, notes: [] };
  if (name === undefined || numberField === undefined) return gone;
  if (row.fields.length < columns.length) {
    const cells = [String(order), String(number)].slice(0, columns.length - 1);
    const edit = { at: name.end, remove: row.end - name.end, insert: Buffer.from(['', ...cells].join('\t')) };
    return { edits: [edit], notes: [`completes the row of ${quotedShort(text)}`] };
  }
  if (!isOrder(numberField.text)) return gone;
  const end = row.fields[columns.length - 1]?.end ?? row.end;
  const extra = more.slice(columns.length - 2).flatMap((field) => (field.text === '' ? [] : [quotedShort(field.text)]));
  const notes = extra.length === 0 ? [] : [`drops ${extra.join(' and ')} of the row of ${quotedShort(text)}`];
  return { edits: [{ at: end, remove: row.end - end, insert: new Uint8Array() }], notes };
}

function isOrder(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

export function withOwnIndex(bytes: Uint8Array, number: number): FileRepair {
  const table = parseTable(bytes, TSV);
  const isOther = (text: string) => /^\d+$/.test(text) && Number(text) !== number;
  const others = fieldsUnder(table, 'conversation_index').filter(({ text }) => isOther(text.trim()));
  const replace = others.map((field) => ({ field, source: String(number) }));
  return { edits: changeTable(table, { replace }), notes: [] };
}
