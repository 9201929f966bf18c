/**
 * Characters that act on a terminal or hide text instead of showing it: C0, DEL and C1 controls, bidirectional controls,
 * line and paragraph separators, zero-width and tag characters, lone surrogates.
 */
export const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/**
 * A word as a shell takes it for one, safe to print: as it is where no character of it means anything to a shell, else in single
 * quotes, and with what cannot be seen spelled out as bash and zsh read it.
 */
export function quotedWord(word: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(word) && !word.startsWith('~')) return word;
  if (word.search(UNSEEN) < 0) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${word.replace(/[\\']/g, '\\$&').replace(UNSEEN, spelled)}'`;
}

function spelled(found: string): string {
  return `\\U${(found.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
