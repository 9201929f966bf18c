/** What was said, as Markdown inside a page: nothing of it looks like a turn of the page, or reaches beyond its end. */
export function* insetMarkdown(lines: readonly string[]): Generator<string> {
  let fence = '';
  let isParagraph = false;
  for (const line of lines) {
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? '';
    yield fence === '' ? inset(line, isParagraph) : line;
    if (fence !== '') {
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    isParagraph = mark === '' && line.trim() !== '' && !HEADING.test(line);
    fence = mark;
  }
  // One that nobody closed would hold all that comes after it.
  if (fence !== '') yield fence;
}

function inset(line: string, isParagraph: boolean): string {
  if (isParagraph && UNDERLINE.test(line)) return `\\${line.trimStart()}`;
  return line.replace(HEADING, '$1##$2').replace(OPEN, '$1\\<');
}

/** A heading of the two levels that a page has; it goes two levels down. */
const HEADING = /^( {0,3})(#{1,2}(?:[ \t]|$))/;
/** It makes a heading of the lines above it. */
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** Markup of a heading, and markup that goes on past an empty line. */
const OPEN = /^( {0,3})<(?=!--|[!?]|\/?(?:h[1-6]|details|summary|script|style|pre|textarea)\b)/i;
