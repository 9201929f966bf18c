import { printable } from './printable.ts';

/** The first line of a text that shows something, safe to print, cut to `length` characters. */
export function firstLine(text: string, length = 200): string {
  const line = text.trimStart().split(/[\r\n\u2028\u2029]/, 1)[0] ?? '';
  const safe = printable(line.trimEnd());
  const characters = Array.from(safe.slice(0, 2 * length + 2));
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}
