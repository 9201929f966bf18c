import { WindowFinder } from '../../../codecs/find-bytes.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { once } from '../../once.ts';

/** Bytes of each of the two pieces of a file that a session's list entry is taken from. */
export const LIST_WINDOW = 65_536;

/** A window of a file; not to be kept beyond the next one. */
export function windowAt({ slice }: Source, at: number): Buffer {
  const { buffer, byteOffset, length } = slice(at, LIST_WINDOW);
  return Buffer.from(buffer, byteOffset, length);
}

export function lastWindow(source: Source): Buffer {
  return windowAt(source, Math.max(0, source.size - LIST_WINDOW));
}

/** A key to look for in windows, as text, in its quotes and with its colon: keys of nested objects count. */
export type FieldKey = `"${string}":`;

const finder = once(() => WindowFinder.open(LIST_WINDOW));

/** Where a text is in a window, from a place on; -1 for nowhere. */
export function placeIn(window: Buffer, text: string, from = 0): number {
  return finder()?.indexOf(window, text, from) ?? window.indexOf(text, from);
}

/** Where the values of a key begin, the first one first. */
export function* valuesFound(window: Buffer, key: FieldKey): Generator<number> {
  for (let at = placeIn(window, key); at >= 0; at = placeIn(window, key, at + 1)) yield valueAt(window, key, at);
}

/** Places of the values of a key, last first. */
export function* valuesFromEnd(window: Buffer, key: FieldKey): Generator<number> {
  // Most keys that are looked for are not there, and looking forward is the faster way to know.
  if (placeIn(window, key) < 0) return;
  for (let at = window.lastIndexOf(key); at >= 0; at = at === 0 ? -1 : window.lastIndexOf(key, at - 1))
    yield valueAt(window, key, at);
}

const SPACE = 0x20;

function valueAt(window: Buffer, key: FieldKey, at: number): number {
  const end = at + key.length;
  return window[end] === SPACE ? end + 1 : end;
}

/** The first text that a key has in a window; null for none. */
export function firstField(window: Buffer, key: FieldKey): string | null {
  return firstText(window, valuesFound(window, key));
}

/** The last text that a key has in a window; null for none. */
export function lastField(window: Buffer, key: FieldKey): string | null {
  return firstText(window, valuesFromEnd(window, key));
}

function firstText(window: Buffer, values: Iterable<number>): string | null {
  for (const at of values) {
    const end = window[at] === QUOTE ? closing(window, at + 1) : window.length;
    if (end < window.length) return unescaped(window.subarray(at + 1, end));
  }
  return null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where a text ends that begins at `from`, behind its quote: at its other quote, or with the window. */
export function closing(window: Buffer, from: number): number {
  let at = from;
  while (at < window.length && window[at] !== QUOTE) at += window[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, window.length);
}

/** Bytes that are not UTF-8 become U+FFFD. */
function unescaped(bytes: Buffer): string {
  const raw = bytes.toString();
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}

export function lineAround(window: Buffer, at: number): { readonly start: number; readonly end: number } {
  const end = window.indexOf('\n', at);
  return {
    start: at === 0 ? 0 : window.lastIndexOf('\n', at - 1) + 1,
    end: end < 0 ? window.length : end,
  };
}

/** The lines of a window, one by one: most searches end in the first. */
export function* windowLines(window: Buffer): Generator<Buffer> {
  for (let from = 0; ; ) {
    const to = window.indexOf('\n', from);
    if (to < 0) return yield window.subarray(from);
    yield window.subarray(from, to);
    from = to + 1;
  }
}

/** Lines of a window, last first. */
export function* windowLinesFromEnd(window: Buffer): Generator<Buffer> {
  for (let end = window.length; end >= 0; ) {
    const { start } = lineAround(window, end);
    yield window.subarray(start, end);
    end = start - 1;
  }
}

/** A record of a line as the program takes it; null where the line is no object. */
export type LineRecord = Readonly<Record<string, unknown>>;

/** Reads one line as the program does. */
export function recordIn(line: Buffer): LineRecord | null {
  try {
    const value: unknown = JSON.parse(line.toString());
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is LineRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
