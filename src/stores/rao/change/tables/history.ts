import { changeTable, quoteCell } from '../../../../codecs/table/edits.ts';
import { parseTable } from '../../../../codecs/table/parse.ts';
import { type Field, TSV } from '../../../../codecs/table/table.ts';
import { count } from '../../../count.ts';
import type { FileRepair } from '../passes/repair.ts';

/**
 * Quotes file names that R's reader would take apart: one with a quote or a `#` in it. Inside double quotes, doubled ones for one,
 * it reads them whole (docs/formats/rao.md, "Tables").
 */
export function withQuotedNames(bytes: Uint8Array): FileRepair {
  const table = parseTable(bytes, TSV);
  const fields = table.rows
    .slice(1)
    .flatMap(({ fields: [name] }) => (name !== undefined && breaks(name) ? [name] : []));
  const replace = fields.map((field) => ({ field, source: quoteCell(field.text) }));
  const names = count(fields.length, 'file name');
  return {
    edits: changeTable(table, { replace }),
    notes: [`quotes ${names}: Rao reads it so, and writes it without quotes again at the next edit that is accepted`],
  };
}

function breaks({ text }: Field): boolean {
  const isQuoted = /^"(?:[^"]|"")*"$/.test(text);
  return !isQuoted && /["'#]/.test(text);
}

/** Makes the conversation of each row this one. */
export function withOwnIndex(bytes: Uint8Array, number: number): FileRepair {
  const table = parseTable(bytes, TSV);
  const column = table.rows[0]?.fields.findIndex(({ text }) => text === 'conversation_index') ?? -1;
  const fields = table.rows.slice(1).flatMap((row) => row.fields[column] ?? []);
  const replace = fields
    .filter(({ text }) => Number(text) !== number)
    .map((field) => ({ field, source: String(number) }));
  return { edits: changeTable(table, { replace }), notes: [] };
}
