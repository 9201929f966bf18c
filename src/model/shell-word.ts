/**
 * Characters that act on a terminal or hide text: C0, DEL, C1, bidirectional controls, separators, zero-width and tag
 * characters, lone surrogates.
 */
export const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** Quotes a word for bash and zsh if needed. Invisible characters are escaped: safe to print. */
export function quotedWord(word: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(word) && !word.startsWith('~')) return word;
  if (word.search(UNSEEN) < 0) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${word.replace(/[\\']/g, '\\$&').replace(UNSEEN, spelled)}'`;
}

function spelled(found: string): string {
  return `\\U${(found.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
