import stringWidth from 'string-width';
import { UNSEEN } from '../model/command.ts';

/** The text on one line; acting characters become escapes such as `\u001b`. */
export function printable(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.replace(UNSEEN, spell);
}

export function escapedMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>|~#]/g, '\\$&');
}

export function printableLines(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replace(/\r\n/g, '\n').replace(UNSEEN_IN_LINES, spell);
}

const PRINTABLE_ASCII = /^[ -~]*$/;
const PLAIN_LINES = /^[\t\n -~]*$/;

const UNSEEN_IN_LINES = new RegExp(`(?![\\t\\n])(?:${UNSEEN.source})`, UNSEEN.flags);

/** Escapes acting characters of JSON, which can only be in its strings. */
export function printableJson(json: string): string {
  if (PRINTABLE_ASCII.test(json)) return json;
  return json.replace(UNSEEN, (found) => {
    if (found === '\n' || found === '\t') return found;
    return found === '\r' ? ' ' : spellUnits(found);
  });
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function spell(found: string): string {
  return SHORT_ESCAPES[found] ?? spellUnits(found);
}

function spellUnits(found: string): string {
  return Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
    '',
  );
}

export function firstLine(text: string, length = 200): string {
  const line = /^.*/.exec(text.trimStart())?.[0] ?? '';
  const safe = printable(line.trimEnd());
  if (safe.length <= length) return safe;
  const characters = Array.from(safe.slice(0, 2 * length + 2));
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}

/** In fewer columns, a row takes two lines. */
export const MIN_ONE_LINE_WIDTH = 60;

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** Text on a number of entries, as `show` numbers them; programs count messages otherwise. */
export function entriesText(count: number, word = ''): string {
  return countText(count, `${word}text, call or result`, `${word}texts, calls and results`);
}

export function numberText(count: number): string {
  return Math.abs(count) < 1000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

const BYTE_UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `812 bytes`, `4.1 KB`; a KB is 1,000 bytes. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < BYTE_UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${BYTE_UNITS[unit]}`;
}

export function archivedText(archived: number, way: string): string {
  return `convo: ${countText(archived, 'archived conversation is', 'archived conversations are')} left out: ${way}`;
}

/** Visible characters that never combine: ASCII, European letters and signs, dashes, quotes, the blocks of bars, kana, ideographs, Hangul. */
const NEVER_COMBINING = /^[ -~¡-¨ª-¬¯-ɏΆ-ϿЀ-҂Ҋ-ԯ‐-‧▀-▟✓✗、-〃「-】ぁ-ゖァ-ヺー一-鿿가-힣！-～]*$/;
const ASCII = /^[ -~]*$/;
const WIDE_CHARACTERS = /[、-】ぁ-ヺー一-鿿가-힣！-～]/g;

/** Terminal columns: 2 for wide characters and emoji, 0 for combining marks and colours. */
export function columnsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  // Fast path: the first segmentation in a process takes longer than most commands.
  return NEVER_COMBINING.test(text) ? text.length + (text.match(WIDE_CHARACTERS)?.length ?? 0) : stringWidth(text);
}

export function padded(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, columns - columnsOf(text)));
  return side === 'left' ? text + space : space + text;
}

export function clipTo(text: string, columns: number): string {
  // No character is wider than two columns.
  if (2 * text.length <= columns || columnsOf(text) <= columns) return text;
  const available = columns - 1;
  if (available < 0) return '';
  const head = available === 0 ? '' : beginningOf(text, available);
  return `${head.trimEnd()}…`;
}

/** Cuts a text from its start: `…/harbor-api`. */
export function clipStart(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const rest = tailOf(text, columns - 1);
  const slash = rest.indexOf('/');
  if (columns < 1) return '';
  return `…${slash > 0 && slash < rest.length - 1 ? rest.slice(slash) : rest}`;
}

/** The end of a text within a number of columns, in whole graphemes. */
export function tailOf(text: string, columns: number): string {
  let at = text.length;
  let used = 0;
  for (const { segment, index } of [...graphemesOf(text)].reverse()) {
    used += columnsOf(segment);
    if (used > columns) break;
    at = index;
  }
  return text.slice(at);
}

const MAX_HEAD_COLUMNS = 8;

/** Cuts a name out of its middle, for names that are alike for long: `57a9…flict (1).jsonl`. */
export function clipMiddle(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const head = beginningOf(text, Math.min(MAX_HEAD_COLUMNS, Math.floor(columns / 3)));
  return head + clipStart(text.slice(head.length), columns - columnsOf(head));
}

let segmenter: Intl.Segmenter | null = null;

/** The segmenter is created on demand: Node loads all language data, nearly as slow as its own start. */
function graphemesOf(text: string): Iterable<Pick<Intl.SegmentData, 'segment' | 'index'>> {
  if (NEVER_COMBINING.test(text)) return Array.from(text, (segment, index) => ({ segment, index }));
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The beginning of a text within a number of columns, in whole graphemes. */
function beginningOf(text: string, columns: number): string {
  let at = 0;
  let used = 0;
  // Limits the segmented text: a column needs few characters.
  for (const { segment } of graphemesOf(text.slice(0, 64 + 32 * columns))) {
    used += columnsOf(segment);
    if (used > columns) break;
    at += segment.length;
  }
  return text.slice(0, at);
}

interface WrapOptions {
  readonly width: number;
  readonly hang?: number;
}

/** A word, or a whole command in backticks, with leading blanks. Unambiguous: linear on long texts. */
const WORD = /(\s*)((?:`convo (?:\$'(?:[^'\\]|\\.)*'|\$(?!')|'[^']*'|\\.|[^`'\\$])*`|\S)+)/g;

/** Wraps a paragraph; later lines hang by `hang`. Long words and commands stay whole, for copying. */
export function wrap(text: string, indent: number, { width, hang = indent }: WrapOptions): string[] {
  if (width === Number.POSITIVE_INFINITY) return text.trim() === '' ? [] : [' '.repeat(indent) + text.trim()];
  const lines: string[] = [];
  for (const [, blanks = '', word = ''] of text.matchAll(WORD)) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + blanks.length + columnsOf(word) <= width)
      lines[lines.length - 1] = last + blanks + word;
    else lines.push(' '.repeat(last === undefined ? indent : hang) + word);
  }
  return lines;
}

export function fitted(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (columnsOf(line) <= width) return [line];
    const indent = line.length - line.trimStart().length;
    return wrap(line, indent, { width, hang: indent + 2 });
  });
}

/** A command after its lead, or below it. Never broken, for copying. */
export function commandLines(lead: string, command: string, indent: number, width: number): string[] {
  const whole = `${' '.repeat(indent)}${lead} ${command}`;
  if (columnsOf(whole) <= width) return [whole];
  const below = ' '.repeat(indent + 2) + command;
  return [' '.repeat(indent) + lead, columnsOf(below) <= width ? below : command];
}

const NARROWEST = 8;

/** Wraps a user's line: indentation and list mark hang, blanks stay, long words are cut (Chinese has no blanks). */
export function wrapLine(text: string, columns: number): string[] {
  // Narrower terminals wrap lines themselves.
  const width = Math.max(NARROWEST, columns);
  if (width === Number.POSITIVE_INFINITY || columnsOf(text) <= width) return [text];
  const [found = ''] = /^\s*(?:(?:[-*+]|\d{1,4}[.)])\s+)?/.exec(text) ?? [];
  const lead = found.length > width ? '' : found;
  const hang = ' '.repeat(Math.min(columnsOf(lead), width >> 1));
  const lines: string[] = [];
  let line = lead;
  for (const word of text.slice(lead.length).match(/\S+\s*/g) ?? []) {
    if (line.trim() !== '' && line !== lead && columnsOf(line) + columnsOf(word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = hang;
    }
    const bare = word.trimEnd();
    const { full, last } = piecesOf(bare, width - columnsOf(line), width - hang.length);
    for (const piece of full) {
      lines.push(line + piece);
      line = hang;
    }
    line += last;
    line += word.slice(bare.length);
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

interface Pieces {
  readonly full: readonly string[];
  readonly last: string;
}

/** A word in pieces of at least one character: the first within `first` columns, each other within `other`. */
function piecesOf(word: string, first: number, other: number): Pieces {
  const full: string[] = [];
  if (columnsOf(word) <= first) return { full, last: word };
  let from = 0;
  let available = first;
  for (const { segment, index } of graphemesOf(word)) {
    const columns = columnsOf(segment);
    if (columns > available && index > from) {
      full.push(word.slice(from, index));
      from = index;
      available = other;
    }
    available -= columns;
  }
  return { full, last: word.slice(from) };
}
