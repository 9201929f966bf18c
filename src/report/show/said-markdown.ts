/** Text as Markdown within a page: it can neither imitate the page's structure nor reach beyond itself. */
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
  // An open fence would swallow the rest.
  if (fence !== '') yield fence;
}

function inset(line: string, isParagraph: boolean): string {
  if (isParagraph && UNDERLINE.test(line)) return `\\${line.trimStart()}`;
  return line.replace(HEADING, '$1##$2').replace(OPEN, '$1\\<');
}

/** Headings of the page's two levels: lowered by two. */
const HEADING = /^( {0,3})(#{1,2}(?:[ \t]|$))/;
/** Setext underline. */
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** HTML headings, and blocks that continue past an empty line. */
const OPEN = /^( {0,3})<(?=!--|[!?]|\/?(?:h[1-6]|details|summary|script|style|pre|textarea)\b)/i;
