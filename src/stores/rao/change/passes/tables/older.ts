import type { Edit } from '../../../../../codecs/edit.ts';
import { parseTable } from '../../../../../codecs/table/parse.ts';
import { CSV, type Row, TSV } from '../../../../../codecs/table/table.ts';
import { type FileRepair, shown } from '../repair.ts';
import { BUTTONS_HEADER } from './buttons.ts';

/** Notes the conversation in each row of a history that has two columns; one without rows is as Rao begins it. */
export function withIndexColumn(bytes: Uint8Array, number: number): FileRepair {
  const { rows } = parseTable(bytes, TSV);
  const [header, ...rest] = rows.filter(({ fields }) => fields.length === 2);
  if (header === undefined || header !== rows[0] || rest.length === 0) return { edits: [], notes: [] };
  const add = (row: Row, text: string): Edit => ({ at: row.end, remove: 0, insert: Buffer.from(`\t${text}`) });
  return { edits: [add(header, 'conversation_index'), ...rest.map((row) => add(row, String(number)))], notes: [] };
}

/** A table of buttons as Rao has it now, and what of the old one it has no column for. */
export interface Buttons extends FileRepair {
  readonly lost: readonly string[];
}

/** Keeps of each row the message and whether its button was clicked, as Rao reads it: any name of a button is FALSE to it. */
export function withTwoColumns(bytes: Uint8Array): Buttons {
  const { rows } = parseTable(bytes, CSV);
  const [header, ...rest] = rows.filter(({ fields }) => fields.length > 0);
  if (header === undefined) return { edits: [], notes: [], lost: [] };
  const columns = header.fields.map(({ text }) => text.trim());
  const lost: string[] = [];
  const edits = rest.map((row) => {
    const cell = (name: string) => row.fields[columns.indexOf(name)]?.text.trim() ?? '';
    const run = /^(?:T|TRUE|true|True)$/.test(cell('buttons_run')) ? 'TRUE' : 'FALSE';
    lost.push(...lostOf(columns, cell));
    return { at: row.start, remove: row.end - row.start, insert: Buffer.from(`${cell('message_id')},${run}`) };
  });
  const head = { at: header.start, remove: header.end - header.start, insert: Buffer.from(BUTTONS_HEADER) };
  return { edits: [head, ...edits], notes: lost, lost };
}

/** The cells of a row that say more than TRUE, FALSE or nothing. */
function lostOf(columns: readonly string[], cell: (name: string) => string): string[] {
  const named = columns.filter(
    (name) => name !== 'message_id' && !/^(?:|NA|T|F|TRUE|FALSE|true|false|True|False)$/.test(cell(name)),
  );
  return named.map((name) => `drops ${name} ${shown(cell(name))} of message ${cell('message_id')}`);
}
