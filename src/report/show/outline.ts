import { unquotedJson } from '../../model/parsed-json.ts';
import { printable } from '../text.ts';

/** Most numbers of a list that are shown; embeddings have hundreds. */
const NUMBERS = 6;
const MAX_DEPTH = 12;
/** Columns of nested list dashes on a line. */
const MAX_DASH_COLUMNS = 4 * MAX_DEPTH;

const CLOSERS = new Set<string | undefined>(['}', ']']);

/** JSON as indented `key: value` lines. Keeps number spelling; no recursion. */
export function* outline(source: string): Generator<string> {
  let dash = '';
  for (const line of lines(tokensOf(source))) {
    const whole = dash + line.slice(dash.length);
    // A list's first item continues its dash. Extremely nested lists get their own lines.
    dash = whole.length < MAX_DASH_COLUMNS && /^ *(?:- )*-$/.test(whole) ? `${whole} ` : '';
    if (dash === '') yield whole;
  }
}

function* lines(tokens: readonly string[]): Generator<string> {
  const open: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (CLOSERS.has(tokens[i])) {
      open.pop();
      continue;
    }
    const lead = leadAt(tokens, i, open);
    if (tokens[i + 1] === ':') i += 2;
    const { text, last } = valueAt(tokens, i);
    const line = (lead + (text ?? '')).trimEnd();
    // The outermost object or list has no line.
    if (line !== '') yield line;
    if (text === null) open.push(tokens[i] ?? '');
    i = last;
  }
}

function leadAt(tokens: readonly string[], at: number, open: readonly string[]): string {
  const indent = '  '.repeat(Math.min(MAX_DEPTH, Math.max(0, open.length - 1)));
  if (open.at(-1) === '[') return `${indent}- `;
  return tokens[at + 1] === ':' ? `${indent}${textOf(tokens[at] ?? '')}: ` : indent;
}

/** Short text of a value and its last token; null text for a container to descend into. */
function valueAt(tokens: readonly string[], at: number): { readonly text: string | null; readonly last: number } {
  const token = tokens[at] ?? '';
  if (token !== '{' && token !== '[') return { text: textOf(token), last: at };
  let end = at + 1;
  while (end < tokens.length && /^[-\d]/.test(tokens[end] ?? '')) end++;
  if (!CLOSERS.has(tokens[end])) return { text: null, last: at };
  const numbers = tokens.slice(at + 1, Math.min(end, at + 1 + NUMBERS)).join(', ');
  const more = end - at - 1 > NUMBERS ? `, … ${end - at - 1} numbers` : '';
  return { text: `${token}${numbers}${more}${tokens[end]}`, last: end };
}

function textOf(token: string): string {
  return printable(token.startsWith('"') ? (unquotedJson(token) ?? token) : token);
}

/** Tokens without commas; skips an unclosed quote. No recursion. */
export function tokensOf(source: string): string[] {
  const tokens: string[] = [];
  // After an unclosed quote the rest is text.
  let isUnclosed = false;
  for (let at = 0; at < source.length; ) {
    TOKENS.lastIndex = at;
    const plain = TOKENS.exec(source)?.[0];
    const end: number = plain === undefined && !isUnclosed ? textEnd(source, at) : at + (plain?.length ?? 1);
    isUnclosed ||= end < 0;
    const token = plain ?? (isUnclosed ? ' ' : source.slice(at, end));
    if (!BETWEEN.test(token)) tokens.push(token);
    at = end < 0 ? at + 1 : end;
  }
  return tokens;
}

const TOKENS = /[\s,]+|[{}[\]:]|[^\s{}[\],:"]+/y;
const BETWEEN = /^[\s,]/;

/** End of a string; -1 if unclosed. */
function textEnd(source: string, from: number): number {
  let quote = source.indexOf('"', from + 1);
  while (quote >= 0 && isEscaped(source, quote)) quote = source.indexOf('"', quote + 1);
  return quote < 0 ? -1 : quote + 1;
}

function isEscaped(source: string, at: number): boolean {
  let before = at;
  while (source[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
}
