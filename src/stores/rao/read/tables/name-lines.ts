import { headerLine } from './companion-table.ts';

const NAMES = 'conversation_names.csv';

/**
 * Whether what is before the rows may name the columns: it is two words, or of a table without rows the beginning of what Rao writes.
 */
export function isKnownHeader(header: string, rows: readonly NameLine[]): boolean {
  const plain = header.replace(/^\ufeff/, '');
  if (rows.length === 0 && headerLine(NAMES).startsWith(plain)) return true;
  return hasTwoColumns(plain);
}

/** Two names, however they are quoted or parted. */
function hasTwoColumns(header: string): boolean {
  return /^\ufeff?"?[\w. ]+"?[,;\t]"?[\w. ]+"?$/.test(header);
}

/** One row of a names table that may be damaged: where it is, and what it says as far as that is known. */
export interface NameLine {
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
export interface NameLines {
  /** What is before the first row, without its line end; null when nothing does. */
  readonly header: string | null;
  readonly rows: readonly NameLine[];
}

/** Takes a table apart whose quotes may be anywhere: a row begins at a line that begins with a number and a comma. */
export function nameLinesOf(text: string): NameLines {
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

/**
 * A name in quotes, which may hold line ends, or one of bare and quoted pieces on one line; no quote escaped as C does. Each quote
 * can be read in one way only: else a row of many that does not fit would be tried in as many ways as two to the power of them.
 */
const SOUND =
  /(?:"(\d{1,15})"|(\d{1,15})),(?:"((?:[^"\\]|\\(?!")|\\""|"")*)"|((?:[^",\r\n]|"(?:[^"\r\n\\]|\\(?!")|"")*"(?!"))*))(?=\r|\n|$)/y;

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

/** A name in quotes, and further cells behind it, which a spreadsheet leaves there; white space belongs to the cell before it. */
const CELLS = /^"(?:[^"\\\r\n]|"")*"\s*(?:,(?:"(?:[^"\\\r\n]|"")*"\s*|[^",]*))+$/;
const CELL = /(?:^|,)(?:"((?:[^"]|"")*)"\s*|([^",]*))/g;

/** What a cell was meant to say: without the quotes around it, and those in it unescaped, however they were escaped. */
function nameIn(cell: string): string {
  const fields = CELLS.test(cell) ? Array.from(cell.matchAll(CELL), ([, quoted, bare = '']) => quoted ?? bare) : [];
  if (fields.length > 1)
    return fields
      .slice(0, 1 + fields.findLastIndex((each) => each !== ''))
      .join(',')
      .replaceAll('""', '"');
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
