import { columnsOf } from './columns.ts';

/** Columns of a paragraph where the width of the reader is not known. */
const WIDTH = 96;

/** How a paragraph is set: columns of the whole line, blanks before the first line, and before those after it. */
interface Setting {
  readonly width?: number;
  readonly hang?: number;
}

/**
 * A paragraph as lines of at most `width` columns; those after the first hang `hang` columns in. A word longer than a line
 * stays whole, so that a path can be copied.
 */
export function wrap(text: string, indent: number, { width = WIDTH, hang = indent }: Setting = {}): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + 1 + columnsOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(' '.repeat(last === undefined ? indent : hang) + word);
  }
  return lines;
}
