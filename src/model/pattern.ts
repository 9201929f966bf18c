/** A regular expression that matches only this text, also with the flags u and v. */
export function escapedPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
