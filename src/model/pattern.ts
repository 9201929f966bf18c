/** A text as a regular expression that matches it alone, also with the flags u and v. */
export function escapedPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
