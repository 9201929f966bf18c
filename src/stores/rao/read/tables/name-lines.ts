import { headerLine } from './companion-table.ts';

const NAMES = 'conversation_names.csv';

/** True if the text before the rows may be a header: two words, or without rows the beginning of Rao's. */
export function isKnownHeader(header: string, rows: readonly NameLine[]): boolean {
  const plain = header.replace(/^\ufeff/, '');
  if (rows.length === 0 && headerLine(NAMES).startsWith(plain)) return true;
  return hasTwoColumns(plain);
}

/** Two names, in any quotes or separators. */
function hasTwoColumns(header: string): boolean {
  return /^\ufeff?"?[\w. ]+"?[,;\t]"?[\w. ]+"?$/.test(header);
}

/** One row of a damaged names table, as far as it can be read. */
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

export interface NameLines {
  /** The text before the first row, without its line end. */
  readonly header: string | null;
  readonly rows: readonly NameLine[];
}

/** Splits a table with misplaced quotes: a row begins at a line with a number and a comma. */
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
 * A quoted name, which may hold line ends, or bare and quoted pieces on one line, without C escapes. Each quote matches
 * in one way only; otherwise a failing row would take exponential time.
 */
const SOUND =
  /(?:"(\d{1,15})"|(\d{1,15})),(?:"((?:[^"\\]|\\(?!")|\\""|"")*)"|((?:[^",\r\n]|"(?:[^"\r\n\\]|\\(?!")|"")*"(?!"))*))(?=\r|\n|$)/y;

/** Start of the next row, at `from` or later. */
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
  // Following lines that begin no row belong to faulty quotes.
  if (text.slice(end, beginningAt(text, end)).replaceAll('\0', '').trim() !== '') return null;
  const name = quoted?.replaceAll('""', '"') ?? bare.replaceAll('"', '');
  return { start: at, end, id: quotedId ?? bareId, name, isSound: true };
}

/** A row with faulty quotes ends where the next begins. Trailing NUL bytes are ignored. */
function lineAt(text: string, at: number): NameLine {
  const raw = text.slice(at, beginningAt(text, at + 1)).replace(/(?:\r\n|\r|\n)$/, '');
  const source = withoutNul(raw);
  const comma = source.indexOf(',');
  const id = source.slice(0, comma).replaceAll('"', '');
  return { start: at, end: at + raw.length, id, name: nameIn(source.slice(comma + 1)), isSound: false };
}

/** Without a tail of white space and NUL, if it has a NUL. */
function withoutNul(raw: string): string {
  let end = raw.length;
  while (end > 0 && /[\s\0]/.test(raw.charAt(end - 1))) end--;
  return raw.includes('\0', end) ? raw.slice(0, end) : raw;
}

/** A quoted name and further cells, left by a spreadsheet. White space belongs to the cell before it. */
const CELLS = /^"(?:[^"\\\r\n]|"")*"\s*(?:,(?:"(?:[^"\\\r\n]|"")*"\s*|[^",]*))+$/;
const CELL = /(?:^|,)(?:"((?:[^"]|"")*)"\s*|([^",]*))/g;

/** The meaning of a cell: without outer quotes, inner ones unescaped by any rule. */
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

/** Either quote may be lost. A last one that is half of an escaped pair does not count. */
function withoutQuotes(cell: string): string {
  const isClosed = cell.endsWith('"') && !cell.endsWith('\\"');
  if (cell.startsWith('"')) return isClosed && cell.length > 1 ? cell.slice(1, -1) : cell.slice(1);
  const isOdd = (cell.match(/"/g) ?? []).length % 2 === 1;
  return isClosed && isOdd ? cell.slice(0, -1) : cell;
}
