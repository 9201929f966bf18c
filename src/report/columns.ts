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

/** A text cut to a number of columns; `mark` says that something is missing. */
export function cutTo(text: string, columns: number, mark = '…'): string {
  if (columnsOf(text) <= columns) return text;
  const room = columns - columnsOf(mark);
  if (room < 0) return '';
  const [head] = room === 0 ? [''] : splitAt(text, room, 0);
  return head.trimEnd() + mark;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The part of a text that fills a number of columns, cut between the characters that a reader sees, and the rest; at least `least` characters. */
export function splitAt(text: string, columns: number, least = 1): readonly [string, string] {
  let at = 0;
  let used = 0;
  let taken = 0;
  // A column takes at least a part of a character: what lies far behind need not be segmented.
  for (const { segment } of GRAPHEMES.segment(text.slice(0, 64 + 32 * columns))) {
    used += columnsOf(segment);
    if (used > columns && taken >= least) break;
    at += segment.length;
    taken++;
  }
  return [text.slice(0, at), text.slice(at)];
}
