import { printable } from './printable.ts';

/** A word as a shell takes it for one, safe to print. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) && !word.startsWith('~')
    ? word
    : `'${printable(word).replaceAll("'", "'\\''")}'`;
}
