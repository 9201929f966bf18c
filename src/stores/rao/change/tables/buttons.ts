import { changeTable, type NewField } from '../../../../codecs/table/edits.ts';
import { parseTable } from '../../../../codecs/table/parse.ts';
import { CSV, type Row } from '../../../../codecs/table/table.ts';
import { type FileRepair, NO_REPAIR, shown, together } from '../passes/repair.ts';

/** Leaves one row for each message; a button that any of them says was clicked stays clicked. */
export function withoutDoubleButtons(bytes: Uint8Array): FileRepair {
  const table = parseTable(bytes, CSV);
  const first = new Map<string, Row>();
  const remove: Row[] = [];
  const clicked = new Set<Row>();
  for (const row of table.rows.slice(1)) {
    const id = idOf(row);
    if (id === null) continue;
    const kept = first.get(id) ?? row;
    if (kept === row) first.set(id, row);
    else remove.push(row);
    if (isClicked(row)) clicked.add(kept);
  }
  const replace = [...clicked].flatMap((row): NewField[] => {
    const [, field] = row.fields;
    return field === undefined || isClicked(row) ? [] : [{ field, source: 'TRUE' }];
  });
  return { edits: changeTable(table, { remove, replace }), notes: [] };
}

/**
 * Keeps of each row the message and whether its button was clicked, which is all that Rao reads; a row that says neither goes. A
 * header that is not there, or not whole, becomes Rao's.
 */
export function withPlainButtons(bytes: Uint8Array): FileRepair {
  const lines = linesOf(bytes);
  const header = lines[0]?.text.includes('message_id') ? lines[0] : null;
  const rows = header === null ? lines : lines.slice(1);
  return together([headerRepair(header, parseTable(bytes, CSV).lineEnd), ...rows.map(rowRepair)]);
}

function rowRepair({ start, end, next, text }: Line): FileRepair {
  const found = /^\s*"?(\d{1,9})"?\s*,\s*"?(TRUE|FALSE|T|F|true|false|True|False)"?\s*(?:,|$)/.exec(text);
  if (found === null) {
    const gone = { at: start, remove: next - start, insert: new Uint8Array() };
    return { edits: [gone], notes: [`drops the row ${shown(text)}`] };
  }
  const source = `${found[1]},${found[2]}`;
  if (source === text) return NO_REPAIR;
  const edit = { at: start, remove: end - start, insert: Buffer.from(source) };
  return { edits: [edit], notes: [`makes ${source} of the row ${shown(text)}`] };
}

/** What Rao writes above the buttons. */
export const BUTTONS_HEADER = '"message_id","buttons_run"';

interface Line {
  readonly start: number;
  readonly end: number;
  /** Where the next line begins. */
  readonly next: number;
  /** A byte a character. */
  readonly text: string;
}

/** The lines that hold something, however the quotes of the table stand. */
function linesOf(bytes: Uint8Array): Line[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return [...all.matchAll(/([^\r\n]+)(?:\r\n|\r|\n|$)/g)].map(({ index, 0: whole, 1: text = '' }) => {
    return { start: index, end: index + text.length, next: index + whole.length, text };
  });
}

function headerRepair(header: Line | null, lineEnd: string): FileRepair {
  const insert = Buffer.from(header === null ? `${BUTTONS_HEADER}${lineEnd}` : BUTTONS_HEADER);
  if (header === null) return { edits: [{ at: 0, remove: 0, insert }], notes: [] };
  const { start, end, text } = header;
  const isWhole = /^(?:\xef\xbb\xbf)?(?:"message_id"|message_id),(?:"buttons_run"|buttons_run)$/.test(text);
  return { edits: isWhole ? [] : [{ at: start, remove: end - start, insert }], notes: [] };
}

/** The message of a row, as R reads it. */
export function idOf({ fields: [field] }: Row): string | null {
  const text = field?.text.trim() ?? '';
  return /^\d+$/.test(text) ? String(Number(text)) : null;
}

function isClicked({ fields }: Row): boolean {
  return /^(?:T|TRUE|true|True)$/.test(fields[1]?.text.trim() ?? '');
}
