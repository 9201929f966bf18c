import { execAt, type RuleMatch } from './rule-parts.ts';

/** Headings of a column with secrets, and the form of a secret in its cells. `hint` matches in each of these headings. */
interface Column {
  readonly hint: RegExp;
  readonly heading: RegExp;
  /** The heading of another column that has to be there. */
  readonly beside?: RegExp;
  readonly cell: RegExp;
}

const PASSWORDS: Column = {
  hint: /pass|pwd|kennwort/i,
  heading: /^(?:[\w-]{1,20}[ _-])?(?:password|passwd|passphrase|passcode|pwd|passwort|kennwort)s?:?$/i,
  cell: /^\S{6,80}$/,
};

/** Of words, beside the names of users. */
const WORDS: Column = {
  ...PASSWORDS,
  hint: /^(?=.*(?:pass|kennwort)).*(?:user|log ?in|account|mail|benutzer|konto)/i,
  beside:
    /^(?:[\w-]{1,20}[ _-])?(?:user(?: ?name)?|log ?in|account|e-?mail(?: address)?|benutzer(?:name)?|konto)s?:?$/i,
  cell: /^[A-Za-z][A-Za-z_!@#%^&*+-]{7,60}$/,
};

/** A key or token is random: it is long, and has a letter and a digit. */
const KEYS: Column = {
  hint: /secret|api|token/i,
  heading:
    /^(?:[\w-]{1,20}[ _-]){0,2}(?:secret(?:[ _-]?(?:access[ _-]?)?key)?|(?:api|auth|access)[ _-]?(?:key|token)):?$/i,
  cell: /^(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]{20,200}(?=["'\])}]*$)/,
};

const TABLE_RULER = /^[\s|+:=-]*$/;
const TAB = /\t/;
const SPACES = / {2,}/;
const DELIMITERS = [/<\/t[hd]>/i, /\|/, TAB, /;/, /,/, SPACES];
const ROWS = 100;

/** Cells below the heading of a table, also of HTML, of CSV, or of an aligned listing; a line alone below such a line. */
export function passwordCells(text: string): Generator<RuleMatch> {
  return cellsIn(text, PASSWORDS);
}

export function wordCells(text: string): Generator<RuleMatch> {
  return cellsIn(text, WORDS);
}

export function keyCells(text: string): Generator<RuleMatch> {
  return cellsIn(text, KEYS);
}

function* cellsIn(text: string, of: Column): Generator<RuleMatch> {
  const lines = linesOf(text);
  for (const [n, { line }] of lines.entries()) {
    const heading = of.hint.test(line) ? headingIn(line, of) : null;
    if (heading !== null && !isInGrid(lines[n - 1]?.line ?? '', heading)) yield* cellsBelow(lines, n, heading, of);
  }
}

interface Heading {
  readonly delimiter: RegExp;
  readonly cells: number;
  readonly column: number;
}

function headingIn(line: string, of: Column): Heading | null {
  for (const delimiter of DELIMITERS) {
    const cells = cellsOf(line, delimiter);
    const column = cells.findIndex(({ value }) => of.heading.test(value));
    const named = cells.filter(({ value }) => value !== '');
    const isName = delimiter === TAB || delimiter === SPACES ? GRID_HEADING : TABLE_HEADING;
    const isBeside = of.beside === undefined || named.some(({ value }) => of.beside?.test(value));
    if (column >= 0 && isBeside && named.length > 1 && named.every(({ value }) => isName.test(value)))
      return { delimiter, cells: cells.length, column };
  }
  return null;
}

const TABLE_HEADING = /^.{1,40}$/;
/** Without a digit: in a listing of packages `passwd` has its version beside it. */
const GRID_HEADING = /^\D{1,40}$/;

/** `passwd` in a listing of names or packages has a row like its own above it. */
function isInGrid(above: string, { delimiter, cells }: Heading): boolean {
  return (delimiter === TAB || delimiter === SPACES) && cellsOf(above, delimiter).length === cells;
}

function* cellsBelow(
  lines: readonly TextLine[],
  heading: number,
  { delimiter, cells, column }: Heading,
  of: Column,
): Generator<RuleMatch> {
  for (const { line, at } of lines.slice(heading + 1, heading + 1 + ROWS)) {
    if (TABLE_RULER.test(line)) continue;
    const row = cellsOf(line, delimiter);
    const cell = row[column];
    if (row.length !== cells || cell === undefined) return;
    const [secret] = of.cell.exec(cell.value) ?? [];
    if (secret === undefined) continue;
    const start = at + cell.at;
    const range = [start, start + secret.length] as const;
    yield { groups: [range, range] };
  }
}

interface Cell {
  readonly value: string;
  /** Characters from the start of the line. */
  readonly at: number;
}

function cellsOf(line: string, delimiter: RegExp): Cell[] {
  const cells: Cell[] = [];
  let at = delimiter.source.includes('{2,}') ? line.length - line.trimStart().length : 0;
  for (const piece of line.slice(at).trimEnd().split(delimiter)) {
    const found = line.indexOf(piece, at);
    const dress = /^(?:<[^<>]*>|[\s"'`*])*/.exec(piece)?.[0].length ?? 0;
    cells.push({ value: piece.slice(dress).replace(/[\s"'`*]+$/, ''), at: found + dress });
    at = found + piece.length;
  }
  return cells;
}

interface TextLine {
  readonly line: string;
  readonly at: number;
}

const LINE_END = /<\/tr>|\n/gi;

function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  for (let at = 0; ; ) {
    const { 0: end = '', index = text.length } = execAt(LINE_END, text, at) ?? {};
    lines.push({ line: text.slice(at, index), at });
    if (end === '') return lines;
    at = index + end.length;
  }
}
