import { isUtf8 } from 'node:buffer';
import type { Edit } from '../../../codecs/edit.ts';
import { quoteCell } from '../../../codecs/table/edits.ts';
import { parseTable } from '../../../codecs/table/parse.ts';
import { CSV } from '../../../codecs/table/table.ts';
import { headerLine } from '../decode/tables/companion-table.ts';
import { NAMES_FILE } from '../layout/layout.ts';
import { type FileRepair, limited, shown } from './pass.ts';

const HEADER = headerLine(NAMES_FILE);

/**
 * Makes a table of a names file that R cannot read, or reads wrongly: the header as Rao writes it, and each row whose quotes or
 * commas are not in order written anew with all that it says. A sentence when rows cannot be distinguished.
 */
export function mended(bytes: Uint8Array): FileRepair | string {
  if (!isUtf8(bytes)) return 'holds bytes that are not UTF-8: which letters they were is unknown';
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const { header, rows } = linesOf(text);
  if (rows.some(({ name }) => name.includes('\0'))) return 'holds NUL bytes between its names';
  if (header !== null && !hasTwoColumns(header)) return `has the header ${shown(header)}: its columns are unknown`;
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

/** Byte offsets of places in a text that are asked for in ascending order. */
function placesIn(text: string): (at: number) => number {
  let [from, bytes] = [0, 0];
  return (at) => {
    bytes += Buffer.byteLength(text.slice(from, at));
    from = at;
    return bytes;
  };
}

/** Two names, however they are quoted or parted. */
function hasTwoColumns(header: string): boolean {
  return /^\ufeff?"?[\w. ]+"?[,;\t]"?[\w. ]+"?$/.test(header);
}

function headerEdits(header: string | null, lineEnd: string): Edit[] {
  if (header === null) return [{ at: 0, remove: 0, insert: Buffer.from(`${HEADER}${lineEnd}`) }];
  if (/^\ufeff?"?conversation_id"?,"?name"?$/.test(header)) return [];
  return [{ at: 0, remove: Buffer.byteLength(header), insert: Buffer.from(HEADER) }];
}

/** Whatever follows the last row holds nothing: white space and NUL bytes become one line end. */
function tailEdits(text: string, rows: readonly NameLine[], lineEnd: string): Edit[] {
  const end = rows.at(-1)?.end;
  if (end === undefined || /^(?:\r?\n|\r)?$/.test(text.slice(end))) return [];
  const at = Buffer.byteLength(text.slice(0, end));
  return [{ at, remove: Buffer.byteLength(text) - at, insert: Buffer.from(lineEnd) }];
}

/** One row of a names table that may be damaged: where it is, and what it says as far as that is known. */
interface NameLine {
  /** Characters from the start of the table. */
  readonly start: number;
  /** Before its line end. */
  readonly end: number;
  readonly id: string;
  readonly name: string;
  /** Alone, R reads it as one row of two fields. */
  readonly isSound: boolean;
}

/** A table taken apart. */
interface NameLines {
  /** What is before the first row, without its line end; null when nothing does. */
  readonly header: string | null;
  readonly rows: readonly NameLine[];
}

/** Takes a table apart whose quotes may be anywhere: a row begins at a line that begins with a number and a comma. */
function linesOf(text: string): NameLines {
  const first = beginningAt(text, 0);
  const header = text.slice(0, first).trimEnd();
  const rows: NameLine[] = [];
  for (let at = first; at < text.length; ) {
    const row = soundAt(text, at) ?? lineAt(text, at);
    rows.push(row);
    at = beginningAt(text, row.end);
  }
  return { header: header === '' ? null : header, rows };
}

const BEGINNING = /^"?\d{1,15}"?,/gm;

/** A name in quotes, which may hold line ends, or one of bare and quoted pieces on one line; no quote escaped as C does. */
const SOUND =
  /(?:"(\d{1,15})"|(\d{1,15})),(?:"((?:[^"\\]|\\(?!")|\\""|"")*)"|((?:[^",\r\n]|"(?:[^"\r\n\\]|\\(?!")|"")*")*))(?=\r|\n|$)/y;

/** Where the next row begins, at `from` or later. */
function beginningAt(text: string, from: number): number {
  BEGINNING.lastIndex = from;
  return BEGINNING.exec(text)?.index ?? text.length;
}

function soundAt(text: string, at: number): NameLine | null {
  SOUND.lastIndex = at;
  const found = SOUND.exec(text);
  if (found === null) return null;
  const [source, quotedId, bareId = '', quoted, bare = ''] = found;
  const end = at + source.length;
  // Lines behind it that begin no row are what its quotes have lost.
  if (text.slice(end, beginningAt(text, end)).replaceAll('\0', '').trim() !== '') return null;
  const name = quoted?.replaceAll('""', '"') ?? bare.replaceAll('"', '');
  return { start: at, end, id: quotedId ?? bareId, name, isSound: true };
}

/** A row whose quotes are not in order ends where the next one begins; NUL bytes that end it say nothing. */
function lineAt(text: string, at: number): NameLine {
  const raw = text.slice(at, beginningAt(text, at + 1)).replace(/(?:\r\n|\r|\n)$/, '');
  const source = withoutNul(raw);
  const comma = source.indexOf(',');
  const id = source.slice(0, comma).replaceAll('"', '');
  return { start: at, end: at + raw.length, id, name: nameIn(source.slice(comma + 1)), isSound: false };
}

/** Without the end that is white space and NUL, where there is any NUL in it. */
function withoutNul(raw: string): string {
  let end = raw.length;
  while (end > 0 && /[\s\0]/.test(raw.charAt(end - 1))) end--;
  return raw.includes('\0', end) ? raw.slice(0, end) : raw;
}

/** What a cell was meant to say: without the quotes around it, and those in it unescaped, however they were escaped. */
function nameIn(cell: string): string {
  const inside = withoutQuotes(cell);
  if (inside === cell) return cell;
  return inside.includes('\\"') ? inside.replaceAll('\\"', '"') : inside.replaceAll('""', '"');
}

/** Either of the two may be lost; a last one that is half of an escaped one is none. */
function withoutQuotes(cell: string): string {
  const isClosed = cell.endsWith('"') && !cell.endsWith('\\"');
  if (cell.startsWith('"')) return isClosed && cell.length > 1 ? cell.slice(1, -1) : cell.slice(1);
  const isOdd = (cell.match(/"/g) ?? []).length % 2 === 1;
  return isClosed && isOdd ? cell.slice(0, -1) : cell;
}
