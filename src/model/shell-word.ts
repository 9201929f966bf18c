/** A word as a shell takes it for one: as it is where no character of it means anything to a shell, else in single quotes. */
export function quotedWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) && !word.startsWith('~') ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
