/** R's `trimws` in linear time: a regular expression restarts at each space. */
export function trimws(text: string): string {
  return text.slice(trimStartOf(text), trimEndOf(text));
}

/** The first character that is not white space, or the length. */
export function trimStartOf(text: string): number {
  let at = 0;
  while (at < text.length && isSpace(text, at)) at++;
  return at;
}

/** The end of the trimmed text; at least `trimStartOf`. */
export function trimEndOf(text: string): number {
  const lead = trimStartOf(text);
  let end = text.length;
  while (end > lead && isSpace(text, end - 1)) end--;
  return end;
}

function isSpace(text: string, at: number): boolean {
  return ' \t\r\n'.includes(text.charAt(at));
}
