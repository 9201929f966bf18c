import type { Source } from '../../../codecs/lines/source.ts';

/** Bytes of each of the two pieces of a file that a session's list entry is taken from. */
export const LIST_WINDOW = 65_536;

/** A window of a file; not to be kept beyond the next one. */
export function windowAt({ slice }: Source, at: number): Buffer {
  const { buffer, byteOffset, length } = slice(at, LIST_WINDOW);
  return Buffer.from(buffer, byteOffset, length);
}

/** The last window of a file. */
export function lastWindow(source: Source): Buffer {
  return windowAt(source, Math.max(0, source.size - LIST_WINDOW));
}

/** A key to look for in windows, as text: keys of nested objects count. */
export interface FieldKey {
  readonly text: Buffer;
  /** What of the key is searched for, and where in it that is. */
  readonly mark: Buffer;
  readonly from: number;
}

/**
 * A key to look for in windows. `mark` is a piece of it, below eight bytes and with a first byte that is rare in sessions: node looks
 * for such a piece ten times as fast as for a whole key.
 */
export function keyNamed(name: string, mark: string): FieldKey {
  const text = `"${name}":`;
  return { text: Buffer.from(text), mark: Buffer.from(mark), from: text.indexOf(mark) };
}

/** Where the values of a key begin, the first one first. */
export function* valuesFound(window: Buffer, key: FieldKey): Generator<number> {
  for (let at = window.indexOf(key.mark); at >= 0; at = window.indexOf(key.mark, at + 1)) {
    const value = valueAt(window, key, at);
    if (value >= 0) yield value;
  }
}

/** Places of the values of a key, last first. */
export function* valuesFromEnd(window: Buffer, key: FieldKey): Generator<number> {
  // Most keys that are looked for are not there, and looking forward is the faster way to know.
  if (window.indexOf(key.mark) < 0) return;
  for (let at = window.lastIndexOf(key.mark); at >= 0; at = at === 0 ? -1 : window.lastIndexOf(key.mark, at - 1)) {
    const value = valueAt(window, key, at);
    if (value >= 0) yield value;
  }
}

const SPACE = 0x20;

function valueAt(window: Buffer, { text, from }: FieldKey, mark: number): number {
  const start = mark - from;
  const end = start + text.length;
  if (start < 0 || end > window.length || text.compare(window, start, end) !== 0) return -1;
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

/** The bounds of the line that a place is in. */
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

/** Is this an object of JSON. */
export function isRecord(value: unknown): value is LineRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
