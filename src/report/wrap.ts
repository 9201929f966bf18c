import { columnsOf, splitAt } from './columns.ts';

/** Columns if the width is unknown. */
const WIDTH = 96;

/** Columns, indentation, and hanging indentation. */
interface Setting {
  readonly width?: number;
  readonly hang?: number;
}

/** A word, or a whole command in backticks, with leading blanks. Unambiguous: linear on long texts. */
const WORD = /(\s*)((?:`convo (?:\$'(?:[^'\\]|\\.)*'|\$(?!')|'[^']*'|\\.|[^`'\\$])*`|\S)+)/g;

/** Wraps a paragraph; later lines hang by `hang`. Long words and commands stay whole, for copying. */
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

/** Wraps long lines of our own text below their indentation. */
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
  // Narrower terminals break lines themselves.
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
