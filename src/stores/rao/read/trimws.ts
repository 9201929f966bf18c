/** R's `trimws`, in one pass: a regular expression for the end of a text begins anew at each of its spaces. */
export function trimws(text: string): string {
  return text.slice(trimStartOf(text), trimEndOf(text));
}

/** Where what is not white space begins; the length of a text that has nothing else. */
export function trimStartOf(text: string): number {
  let at = 0;
  while (at < text.length && isSpace(text, at)) at++;
  return at;
}

/** Where it ends, at or behind where it begins. */
export function trimEndOf(text: string): number {
  const lead = trimStartOf(text);
  let end = text.length;
  while (end > lead && isSpace(text, end - 1)) end--;
  return end;
}

function isSpace(text: string, at: number): boolean {
  return ' \t\r\n'.includes(text.charAt(at));
}
