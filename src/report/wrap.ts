import { columnsOf, splitAt } from './columns.ts';

/** Columns of a paragraph where the width of the reader is not known. */
const WIDTH = 96;

/** How a paragraph is set: columns of the whole line, blanks before the first line, and before those after it. */
interface Setting {
  readonly width?: number;
  readonly hang?: number;
}

/** A word, or a command in backquotes with all its words, and the blanks before it. A text is read in one way only: there may be much to it. */
const WORD = /(\s*)((?:`convo (?:\$'(?:[^'\\]|\\.)*'|\$(?!')|'[^']*'|\\.|[^`'\\$])*`|\S)+)/g;

/**
 * A paragraph as lines of at most `width` columns; those after the first hang `hang` columns in. A word longer than a line
 * stays whole, and so does a command in backquotes, so that both can be copied.
 */
export function wrap(text: string, indent: number, { width = WIDTH, hang = indent }: Setting = {}): string[] {
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

/** Our own words at a width, line by line: a line that is too long is wrapped, and hangs behind its own indentation. */
export function fitted(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (columnsOf(line) <= width) return [line];
    const indent = line.length - line.trimStart().length;
    return wrap(line, indent, { width, hang: indent + 2 });
  });
}

/** A command behind what leads to it, or below that where both do not fit: never broken, so that it can be copied as it is. */
export function commandLines(lead: string, command: string, indent: number, width: number): string[] {
  const whole = `${' '.repeat(indent)}${lead} ${command}`;
  if (columnsOf(whole) <= width) return [whole];
  const below = ' '.repeat(indent + 2) + command;
  return [' '.repeat(indent) + lead, columnsOf(below) <= width ? below : command];
}

const NARROWEST = 8;

/**
 * A line of somebody's text at a width. Its indentation and the mark of its list hang, blanks inside it stay, and a word longer
 * than a line is cut: text without blanks, such as Chinese, has no other place to break.
 */
export function wrapLine(text: string, columns: number): string[] {
  // A narrower terminal breaks the lines itself.
  const width = Math.max(NARROWEST, columns);
  if (width === Number.POSITIVE_INFINITY || columnsOf(text) <= width) return [text];
  const [found = ''] = /^\s*(?:(?:[-*+]|\d{1,4}[.)])\s+)?/.exec(text) ?? [];
  const lead = found.length > width ? '' : found;
  const hang = ' '.repeat(Math.min(columnsOf(lead), width >> 1));
  const lines: string[] = [];
  let line = lead;
  for (const word of text.slice(lead.length).match(/\S+\s*/g) ?? []) {
    let rest = word;
    if (line.trim() !== '' && line !== lead && columnsOf(line) + columnsOf(word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = hang;
    }
    while (columnsOf(line) + columnsOf(rest.trimEnd()) > width) {
      const [head, tail] = splitAt(rest, width - columnsOf(line));
      lines.push(line + head);
      line = hang;
      rest = tail;
    }
    line += rest;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}
