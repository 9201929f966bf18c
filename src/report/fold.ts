import { numberText } from './count.ts';

/** What of a long text is shown at first. */
const LINES = 8;
const CHARACTERS = 1200;

/** The first lines of a text, with a last line that counts what is folded away; all of it when `whole`. */
export function fold(lines: readonly string[], whole: boolean, most = LINES): string[] {
  if (whole) return [...lines];
  const cut = lines.map(cutLine);
  // One line more is shown rather than a line that says so.
  if (cut.length <= most + 1) return cut;
  return [...cut.slice(0, most), `… ${numberText(cut.length - most)} more lines (--all)`];
}

function cutLine(line: string): string {
  if (line.length <= CHARACTERS) return line;
  const shown = line.slice(0, CHARACTERS).replace(/\p{Surrogate}$/u, '');
  return `${shown}… ${numberText(line.length - shown.length)} more characters (--all)`;
}
