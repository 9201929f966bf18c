import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../../../codecs/as-buffer.ts';
import type { Edit } from '../../../codecs/edit.ts';
import { quoteCell } from '../../../codecs/table/edits.ts';
import { parseTable } from '../../../codecs/table/parse.ts';
import { CSV } from '../../../codecs/table/table.ts';
import type { FileRepair } from '../../engine/passes.ts';
import { NAMES_FILE } from '../layout/layout.ts';
import { headerLine } from '../read/tables/companion-table.ts';
import { isKnownHeader, type NameLine, nameLinesOf } from '../read/tables/name-lines.ts';
import { limited, shown } from './pass.ts';

const HEADER = headerLine(NAMES_FILE);

/**
 * Rebuilds a names file that R misreads: Rao's header, and rows with faulty quotes or commas rewritten. A sentence if
 * rows cannot be distinguished.
 */
export function mended(bytes: Uint8Array): FileRepair | string {
  if (!isUtf8(bytes)) return 'holds bytes that are not UTF-8: which letters they were is unknown';
  const text = asBuffer(bytes).toString('utf8');
  const { header, rows } = nameLinesOf(text);
  if (rows.some(({ name }) => name.includes('\0'))) return 'holds NUL bytes between its names';
  if (header !== null && !isKnownHeader(header, rows))
    return `has the header ${shown(header)}: its columns are unknown`;
  if (header !== null && /^\ufeff?"?name"?,"?conversation_id"?$/.test(header))
    return 'has its names before its numbers: where its rows begin is unknown';
  const place = placesIn(text);
  const { lineEnd } = parseTable(bytes, CSV);
  const broken = rows.filter(({ isSound }) => !isSound);
  const edits = [
    ...headerEdits(header, lineEnd),
    ...broken.map(({ start, end, id, name }): Edit => {
      const at = place(start);
      return { at, remove: place(end) - at, insert: Buffer.from(`${id},${quoteCell(name)}`) };
    }),
    ...tailEdits(text, rows, lineEnd),
  ];
  const notes = broken.map(({ id, name }) => `reads row ${id} as ${shown(name)}`);
  return { edits, notes: limited(notes) };
}

/** Byte offsets for ascending character offsets. */
function placesIn(text: string): (at: number) => number {
  let [from, bytes] = [0, 0];
  return (at) => {
    bytes += Buffer.byteLength(text.slice(from, at));
    from = at;
    return bytes;
  };
}

function headerEdits(header: string | null, lineEnd: string): Edit[] {
  if (header === null) return [{ at: 0, remove: 0, insert: Buffer.from(`${HEADER}${lineEnd}`) }];
  if (/^\ufeff?"?conversation_id"?,"?name"?$/.test(header)) return [];
  return [{ at: 0, remove: Buffer.byteLength(header), insert: Buffer.from(HEADER) }];
}

/** White space and NUL bytes after the last row become one line end. */
function tailEdits(text: string, rows: readonly NameLine[], lineEnd: string): Edit[] {
  const end = rows.at(-1)?.end;
  if (end === undefined || /^(?:\r?\n|\r)?$/.test(text.slice(end))) return [];
  const at = Buffer.byteLength(text.slice(0, end));
  return [{ at, remove: Buffer.byteLength(text) - at, insert: Buffer.from(lineEnd) }];
}
