export const MAX_R_INTEGER = 2 ** 31 - 1;

export interface RColumn {
  readonly name: string;
  readonly type: 'logical' | 'integer' | 'double' | 'complex' | 'character';
  /** Cells as R prints them: `7` for `007`, `TRUE` for `T`; NA is null. */
  readonly cells: readonly (string | null)[];
}

/** R's `type.convert`: the narrowest type that fits every non-blank cell. */
export function convertedColumn(name: string, cells: readonly (string | null)[]): RColumn {
  const filled = cells.filter((cell) => cell !== null && !isBlank(cell));
  const fitting = TYPES.find(({ fits }) => filled.every((cell) => cell !== null && fits(cell)));
  if (fitting === undefined) return { name, type: 'character', cells };
  const converted = cells.map((cell) => (cell === null || isBlank(cell) ? null : fitting.show(cell)));
  return { name, type: fitting.type, cells: converted };
}

/** R's `as.logical`, which accepts more words than a logical column; null for NA. */
export function asLogical(text: string): boolean | null {
  if (/^(?:T|TRUE|true|True)$/.test(text)) return true;
  return /^(?:F|FALSE|false|False)$/.test(text) ? false : null;
}

interface ColumnType {
  readonly type: Exclude<RColumn['type'], 'character'>;
  fits(cell: string): boolean;
  show(cell: string): string | null;
}

const DECIMAL = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d*)?`;
const HEX = String.raw`[+-]?0[xX][\da-fA-F]+`;
const WORD = '[+-]?(?:[nN][aA][nN]|[iI][nN][fF](?:[iI][nN][iI][tT][yY])?)';
/** White space in R's numbers. JavaScript's set is larger, with the byte-order mark. */
const SPACE = String.raw`[ \t\n\v\f\r]*`;
const BLANK = new RegExp(`^${SPACE}$`);
const INTEGER = new RegExp(String.raw`^${SPACE}[+-]?\d+$`);
const NUMBER = `(?:${HEX}|${DECIMAL}|${WORD})`;
const REAL_NUMBER = new RegExp(`^${SPACE}${NUMBER}${SPACE}$`);
const COMPLEX = new RegExp(`^${SPACE}${NUMBER}(?:(?:[+-]${DECIMAL})?i)?${SPACE}$`);

const TYPES: readonly ColumnType[] = [
  {
    type: 'logical',
    fits: (cell) => /^(?:T|F|TRUE|FALSE)$/.test(cell),
    show: (cell) => (cell[0] === 'T' ? 'TRUE' : 'FALSE'),
  },
  { type: 'integer', fits: isInteger, show: (cell) => String(Number(cell)) },
  { type: 'double', fits: (cell) => REAL_NUMBER.test(cell), show: (cell) => showReal(numberOf(cell)) },
  { type: 'complex', fits: (cell) => COMPLEX.test(cell), show: (cell) => cell.trim() },
];

function isBlank(cell: string): boolean {
  return BLANK.test(cell);
}

function isInteger(cell: string): boolean {
  return INTEGER.test(cell) && Math.abs(Number(cell)) <= MAX_R_INTEGER;
}

function numberOf(cell: string): number {
  const text = cell.trim().toLowerCase();
  const sign = text.startsWith('-') ? -1 : 1;
  const bare = text.replace(/^[+-]/, '').replace(/e[+-]?$/, '');
  if (bare.startsWith('inf')) return sign * Number.POSITIVE_INFINITY;
  return bare === 'nan' ? Number.NaN : sign * Number(bare);
}

/** A number as R prints it: with 15 digits, in the shorter of the plain and the scientific form. */
export function showReal(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
  const [digits = '0', exponent = '0'] = Number(value.toPrecision(15)).toExponential().split('e');
  const power = Math.abs(Number(exponent));
  const scientific = `${digits}e${exponent.startsWith('-') ? '-' : '+'}${String(power).padStart(2, '0')}`;
  const decimals = Math.max(0, digits.replace(/^-?\d\.?/, '').length - Number(exponent));
  const plain = value.toFixed(Math.min(decimals, 100));
  return plain.length <= scientific.length ? plain : scientific;
}

/** R's `trimws` in linear time: a regular expression restarts at each space. */
export function trimws(text: string): string {
  return text.slice(trimStartOf(text), trimEndOf(text));
}

export function trimStartOf(text: string): number {
  let at = 0;
  while (at < text.length && isSpace(text, at)) at++;
  return at;
}

export function trimEndOf(text: string): number {
  const lead = trimStartOf(text);
  let end = text.length;
  while (end > lead && isSpace(text, end - 1)) end--;
  return end;
}

function isSpace(text: string, at: number): boolean {
  return ' \t\r\n'.includes(text.charAt(at));
}
