import type { Source } from '../../../codecs/lines/source.ts';

/** Bytes of each window. */
export const LIST_WINDOW = 65_536;

/** The two pieces of a file that a session's list entry is taken from. */
export interface Windows {
  /** The first 64 KiB. */
  readonly head: Buffer;
  /** The last 64 KiB; `head` when the file is no longer than that. */
  readonly tail: Buffer;
}

/** Reads the first window of a session; not to be kept beyond the next read. */
export function headWindow(source: Source): Buffer {
  return buffer(source.slice(0, LIST_WINDOW));
}

/** Reads both windows of a session. */
export function listWindows(source: Source): Windows {
  const head = headWindow(source);
  if (source.size <= LIST_WINDOW) return { head, tail: head };
  // A copy, because the next slice may take the same room.
  return { head: Buffer.from(head), tail: buffer(source.slice(source.size - LIST_WINDOW, LIST_WINDOW)) };
}

function buffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** What comes before the value of a key: the reader looks for all `"key":"`, and then for all `"key": "`. */
export interface FieldKey {
  readonly any: Buffer;
  readonly openings: readonly Buffer[];
}

/** A key to look for in windows. */
export function keyNamed(name: string): FieldKey {
  const openings = [`"${name}":"`, `"${name}": "`].map((text) => Buffer.from(text));
  return { any: Buffer.from(`"${name}":`), openings };
}

/**
 * The value of the last `"key":"` in a window, or of the last `"key": "`, which counts more: searched as text, so keys of nested
 * objects count, and a value may run over a line's end. Null when there is none.
 */
export function lastField(window: Buffer, { any, openings }: FieldKey): string | null {
  let found: string | null = null;
  const from = window.indexOf(any);
  if (from < 0) return null;
  for (const opening of openings) {
    const first = window.indexOf(opening, from);
    if (first >= 0) found = lastAfter(window, opening, first) ?? found;
  }
  return found;
}

/** The last closed value behind an opening that comes first at `first`; the reader goes from one to the next. */
function lastAfter(window: Buffer, opening: Buffer, first: number): string | null {
  const last = window.lastIndexOf(opening);
  const end = closing(window, last + opening.length);
  const before = last === first ? -1 : window.lastIndexOf(opening, last - 1);
  // Most keys are in every record: the last is as good as all, unless the value before it runs into it.
  if (end < window.length && (before < 0 || closing(window, before + opening.length) < last))
    return unescaped(window.subarray(last + opening.length, end));
  let found: string | null = null;
  for (let at = first; at >= 0; ) {
    const start = at + opening.length;
    const to = closing(window, start);
    if (to < window.length) found = unescaped(window.subarray(start, to));
    at = window.indexOf(opening, to + 1);
  }
  return found;
}

/** The value of the first `"key":"` in a window if it is closed, else of the first `"key": "`. */
export function firstField(window: Buffer, { openings }: FieldKey): string | null {
  for (const opening of openings) {
    const at = window.indexOf(opening);
    if (at < 0) continue;
    const start = at + opening.length;
    const end = closing(window, start);
    if (end < window.length) return unescaped(window.subarray(start, end));
  }
  return null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function closing(window: Buffer, from: number): number {
  let at = from;
  while (at < window.length && window[at] !== QUOTE) at += window[at] === BACKSLASH ? 2 : 1;
  return at;
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
