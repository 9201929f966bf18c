import { UNSEEN } from '../model/shell-word.ts';

/** A text from a store on one line: every character that acts instead of showing is spelled out, as `\u001b`. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSEEN, spell);
}

/** As `printable`, but line ends and tabs stay. */
export function printableLines(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replace(/\r\n/g, '\n').replace(UNSEEN_IN_LINES, spell);
}

/** Most texts have no other characters, and these two take far less than a look for those that act. */
const PLAIN = /^[ -~]*$/;
const PLAIN_LINES = /^[\t\n -~]*$/;

const UNSEEN_IN_LINES = new RegExp(`(?![\\t\\n])(?:${UNSEEN.source})`, UNSEEN.flags);

/** A JSON text with the same characters as escapes; they can only be inside its strings. */
export function printableJson(json: string): string {
  return json.replace(UNSEEN, (found) => {
    if (found === '\n' || found === '\t') return found;
    return found === '\r' ? ' ' : spellUnits(found);
  });
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function spell(found: string): string {
  return SHORT[found] ?? spellUnits(found);
}

function spellUnits(found: string): string {
  return Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
    '',
  );
}

/** The first line of a text that shows something, safe to print, cut to `length` characters. */
export function firstLine(text: string, length = 200): string {
  const line = /^.*/.exec(text.trimStart())?.[0] ?? '';
  const safe = printable(line.trimEnd());
  if (safe.length <= length) return safe;
  const characters = Array.from(safe.slice(0, 2 * length + 2));
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}
