import { isArray, isObject, nextOf, type Value } from './cursor.ts';
import { lexemeOf } from './text.ts';

/** An object's source as `JSON.stringify(_, null, 2)` sets it off, of sources that are set off alike; keys are JSON texts. */
export function indentedObject(members: readonly (readonly [key: string, source: string])[]): string {
  return enclosed(
    '{}',
    members.map(([key, source]) => `${key}: ${source}`),
  );
}

/** A list of JSON texts, indented. */
export function indentedList(elements: readonly string[]): string {
  return enclosed('[]', elements);
}

function enclosed([open = '', close = '']: string, items: readonly string[]): string {
  if (items.length === 0) return open + close;
  // No JSON text holds a raw line end, so all of them are ours.
  return `${open}\n  ${items.join(',\n').replaceAll('\n', '\n  ')}\n${close}`;
}

/** Levels of containers that are set off: the white space before a line grows with each. */
const DEEPEST = 100;

/**
 * The source of a whole value, set off in the same way; numbers and texts stay as they were, and so do keys that occur twice and
 * what is nested deeper than 100 levels.
 */
export function indented(value: Value): string {
  const { tape } = value;
  const out: string[] = [];
  const open: Container[] = [];
  for (let at = value.at; at < nextOf(value); ) {
    const token = { tape, at };
    while (open.at(-1)?.next === at) close(out, open);
    out.push(before(open));
    at = write(token, out, open);
  }
  while (open.length > 0) close(out, open);
  return out.join('');
}

/** A container that is being written; `next` is the token after it, `count` those directly in it so far. */
interface Container {
  readonly isObject: boolean;
  readonly next: number;
  count: number;
}

/** Opens a container, or writes the whole value as it is; answers which token is next. */
function write(token: Value, out: string[], open: Container[]): number {
  const isBraced = isObject(token);
  if (open.length >= DEEPEST || (!isBraced && !isArray(token))) {
    out.push(lexemeOf(token));
    return nextOf(token);
  }
  out.push(isBraced ? '{' : '[');
  open.push({ isObject: isBraced, next: nextOf(token), count: 0 });
  return token.at + 1;
}

/** The text between the token before and the next one. */
function before(open: readonly Container[]): string {
  const around = open.at(-1);
  if (around === undefined) return '';
  const n = around.count++;
  if (around.isObject && n % 2 === 1) return ': ';
  return `${n === 0 ? '' : ','}\n${'  '.repeat(open.length)}`;
}

function close(out: string[], open: Container[]): void {
  const closed = open.pop();
  if (closed === undefined) return;
  out.push(closed.count === 0 ? '' : `\n${'  '.repeat(open.length)}`, closed.isObject ? '}' : ']');
}
