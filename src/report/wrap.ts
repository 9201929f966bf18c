/** Columns that a paragraph fills at most. */
const WIDTH = 96;

/** A paragraph as indented lines; words are never cut. */
export function wrap(text: string, indent: number): string[] {
  const lead = ' '.repeat(indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(lead + line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, lead + line];
}
