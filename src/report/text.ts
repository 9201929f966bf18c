import { UNSEEN } from '../model/command.ts';

/** One line; acting characters become escapes such as `\u001b`. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSEEN, spell);
}

export function printableLines(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.replace(/\r\n/g, '\n').replace(UNSEEN_IN_LINES, spell);
}

const PLAIN = /^[ -~]*$/;
const PLAIN_LINES = /^[\t\n -~]*$/;

const UNSEEN_IN_LINES = new RegExp(`(?![\\t\\n])(?:${UNSEEN.source})`, UNSEEN.flags);

/** Escapes within JSON strings, the only place such characters can be. */
export function printableJson(json: string): string {
  if (PLAIN.test(json)) return json;
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

export function firstLine(text: string, length = 200): string {
  const line = /^.*/.exec(text.trimStart())?.[0] ?? '';
  const safe = printable(line.trimEnd());
  if (safe.length <= length) return safe;
  const characters = Array.from(safe.slice(0, 2 * length + 2));
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

export function numberText(count: number): string {
  return Math.abs(count) < 1000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `812 bytes`, `4.1 KB`; a KB is 1,000 bytes. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

export function archivedText(archived: number, way: string): string {
  return `convo: ${countText(archived, 'archived conversation is', 'archived conversations are')} left out: ${way}`;
}
