import type { Source } from '../../../codecs/lines/source.ts';

/** Bytes of each window. */
export const LIST_WINDOW = 65_536;

/** The two texts that a session's list entry is taken from. */
export interface Windows {
  /** The first 64 KiB, bytes that are not UTF-8 as U+FFFD. */
  readonly head: string;
  /** The last 64 KiB; `head` when the file is no longer than that. */
  readonly tail: string;
}

/** Reads both windows of a session. */
export function listWindows(source: Source): Windows {
  const head = textOf(source.slice(0, LIST_WINDOW));
  return {
    head,
    tail: source.size <= LIST_WINDOW ? head : textOf(source.slice(source.size - LIST_WINDOW, LIST_WINDOW)),
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

/**
 * The value of the last `"key":"` in a text, or of the last `"key": "`, which counts more: searched as text, so keys of nested
 * objects count, and a value may run over a line's end. Null when there is none.
 */
export function lastField(text: string, key: string): string | null {
  let found: string | null = null;
  const any = text.indexOf(`"${key}":`);
  if (any < 0) return null;
  for (const opening of [`"${key}":"`, `"${key}": "`]) {
    const first = text.indexOf(opening, any);
    if (first >= 0) found = lastAfter(text, opening, first) ?? found;
  }
  return found;
}

/** The last closed value behind an opening that comes first at `first`; the reader goes from one to the next. */
function lastAfter(text: string, opening: string, first: number): string | null {
  const last = text.lastIndexOf(opening);
  const end = closing(text, last + opening.length);
  const before = last === first ? -1 : text.lastIndexOf(opening, last - 1);
  // Most keys are in every record: the last is as good as all, unless the value before it runs into it.
  if (end < text.length && (before < 0 || closing(text, before + opening.length) < last))
    return unescaped(text.slice(last + opening.length, end));
  let found: string | null = null;
  for (let at = first; at >= 0; ) {
    const start = at + opening.length;
    const to = closing(text, start);
    if (to < text.length) found = unescaped(text.slice(start, to));
    at = text.indexOf(opening, to + 1);
  }
  return found;
}

/** The value of the first `"key":"` in a text if it is closed, else of the first `"key": "`. */
export function firstField(text: string, key: string): string | null {
  for (const opening of [`"${key}":"`, `"${key}": "`]) {
    const at = text.indexOf(opening);
    if (at < 0) continue;
    const start = at + opening.length;
    const end = closing(text, start);
    if (end < text.length) return unescaped(text.slice(start, end));
  }
  return null;
}

function closing(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
