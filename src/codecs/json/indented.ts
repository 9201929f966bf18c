import { isJsonSpace } from './tape.ts';
import { isArray, isObject, lexemeOf, nextOf, type Value } from './value.ts';

/** `JSON.stringify(_, null, 2)` of indented sources; keys are JSON texts. */
export function indentedObject(members: readonly (readonly [key: string, source: string])[]): string {
  return enclosed(
    '{}',
    members.map(([key, source]) => `${key}: ${source}`),
  );
}

export function indentedList(elements: readonly string[]): string {
  return enclosed('[]', elements);
}

function enclosed([open = '', close = '']: string, items: readonly string[]): string {
  if (items.length === 0) return open + close;
  // JSON text has no raw line end, so all of them are indentation.
  return `${open}\n  ${items.join(',\n').replaceAll('\n', '\n  ')}\n${close}`;
}

/** Most levels that are indented; white space per line grows with each. */
const MAX_INDENTED_DEPTH = 100;

/** Indents a whole value. Numbers, texts, repeated keys and anything below 100 levels stay as written. */
export function indented(value: Value): string {
  const { tape } = value;
  const out: string[] = [];
  const open: OpenContainer[] = [];
  for (let at = value.at; at < nextOf(value); ) {
    const token = { tape, at };
    while (open.at(-1)?.next === at) close(out, open);
    out.push(indentBefore(open));
    at = write(token, out, open);
  }
  while (open.length > 0) close(out, open);
  return out.join('');
}

/** An open container. */
interface OpenContainer {
  readonly isObject: boolean;
  /** The token after it. */
  readonly next: number;
  /** Number of its items so far. */
  count: number;
}

function write(token: Value, out: string[], open: OpenContainer[]): number {
  const isBraced = isObject(token);
  if (open.length >= MAX_INDENTED_DEPTH || (!isBraced && !isArray(token))) {
    out.push(lexemeOf(token));
    return nextOf(token);
  }
  out.push(isBraced ? '{' : '[');
  open.push({ isObject: isBraced, next: nextOf(token), count: 0 });
  return token.at + 1;
}

function indentBefore(open: readonly OpenContainer[]): string {
  const around = open.at(-1);
  if (around === undefined) return '';
  const n = around.count++;
  if (around.isObject && n % 2 === 1) return ': ';
  return `${n === 0 ? '' : ','}\n${'  '.repeat(open.length)}`;
}

function close(out: string[], open: OpenContainer[]): void {
  const closed = open.pop();
  if (closed === undefined) return;
  out.push(closed.count === 0 ? '' : `\n${'  '.repeat(open.length)}`, closed.isObject ? '}' : ']');
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Removes white space between tokens; each token keeps its bytes. */
export function compacted(bytes: Uint8Array): Uint8Array {
  const compact = new Uint8Array(bytes.length);
  let size = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (!isText && isJsonSpace(byte)) continue;
    compact[size++] = byte;
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH && at + 1 < bytes.length) compact[size++] = bytes[++at] ?? 0;
  }
  return compact.subarray(0, size);
}
