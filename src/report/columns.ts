import stringWidth from 'string-width';

/** ASCII that shows; it needs no table. */
const PLAIN = /^[ -~]*$/;

/** Columns that a text takes on a terminal: wide characters and pictures take two, combining marks and colours none. */
export function columnsOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** A text with spaces behind it (or before it) up to a number of columns. */
export function padded(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, columns - columnsOf(text)));
  return side === 'left' ? text + space : space + text;
}

/** A text cut to a number of columns, between the characters that a reader sees; `mark` says that something is missing. */
export function cutTo(text: string, columns: number, mark = '…'): string {
  if (columnsOf(text) <= columns) return text;
  const room = columns - columnsOf(mark);
  let shown = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    used += columnsOf(segment);
    if (used > room) break;
    shown += segment;
  }
  return room < 0 ? '' : shown.trimEnd() + mark;
}
