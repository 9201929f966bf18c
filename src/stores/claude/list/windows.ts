import { asBuffer } from '../../../codecs/bytes.ts';
import { KeyPlaces } from '../../../codecs/json/key-places.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { once } from '../../../model/once.ts';
import { parsedJson, unquotedJson } from '../../../model/parsed-json.ts';

/** Bytes of each of the two ends of a file that the picker reads. */
export const LIST_WINDOW = 65_536;

/** Keys that list entries are made of. They are searched as text, so keys of nested objects count. */
const SOUGHT_KEYS = {
  isSidechain: { key: 'isSidechain', value: true },
  teamName: { key: 'teamName' },
  sessionKind: { key: 'sessionKind' },
  entrypoint: { key: 'entrypoint' },
  customTitle: { key: 'customTitle' },
  aiTitle: { key: 'aiTitle' },
  gitBranch: { key: 'gitBranch' },
  forkedFrom: { key: 'forkedFrom' },
  tag: { key: 'tag' },
  summary: { key: 'summary' },
  lastPrompt: { key: 'lastPrompt' },
  user: { key: 'type', value: 'user' },
  bridge: { key: 'type', value: 'bridge-session' },
  continued: { key: 'type', value: 'continued-in' },
} as const;

export type SoughtMember = keyof typeof SOUGHT_KEYS;

const NUMBERS = Object.fromEntries(Object.keys(SOUGHT_KEYS).map((name, n) => [name, n])) as Readonly<
  Record<SoughtMember, number>
>;

const finder = once(() => new KeyPlaces(Object.values(SOUGHT_KEYS), LIST_WINDOW));

/** A window of a file; it is valid until the next one is made. */
export class ListWindow {
  readonly bytes: Buffer;
  readonly #places = finder();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#places.look(bytes);
  }

  /** Offset of the first value of the sought member; -1 for none. */
  first(sought: SoughtMember): number {
    const place = this.#places.first(NUMBERS[sought]);
    return place < 0 ? -1 : this.#places.at(place);
  }

  *places(sought: SoughtMember): Generator<number> {
    const places = this.#places;
    for (let n = places.first(NUMBERS[sought]); n >= 0; n = places.next(n)) yield places.at(n);
  }

  firstText(sought: SoughtMember): string | null {
    const places = this.#places;
    for (let n = places.first(NUMBERS[sought]); n >= 0; n = places.next(n)) {
      const text = closedText(this.bytes, places.at(n));
      if (text !== null) return text;
    }
    return null;
  }

  lastText(sought: SoughtMember): string | null {
    const places = this.#places;
    for (let n = places.last(NUMBERS[sought]); n >= 0; n = places.before(n)) {
      const text = closedText(this.bytes, places.at(n));
      if (text !== null) return text;
    }
    return null;
  }

  *linesWith(sought: SoughtMember): Generator<Buffer> {
    let from = 0;
    for (const at of this.places(sought)) {
      if (at < from) continue;
      const { start, end } = lineAround(this.bytes, at);
      yield this.bytes.subarray(start, end);
      from = end;
    }
  }

  *linesFromEnd(sought: SoughtMember): Generator<Buffer> {
    const places = this.#places;
    let before = this.bytes.length;
    for (let n = places.last(NUMBERS[sought]); n >= 0; n = places.before(n)) {
      const at = places.at(n);
      if (at >= before) continue;
      const { start, end } = lineAround(this.bytes, at);
      yield this.bytes.subarray(start, end);
      before = start;
    }
  }
}

export function firstBytes(source: Source): Buffer {
  return asBuffer(source.slice(0, LIST_WINDOW));
}

export function lastBytes(source: Source): Buffer {
  return asBuffer(source.slice(Math.max(0, source.size - LIST_WINDOW), LIST_WINDOW));
}

export function closedText(bytes: Buffer, at: number): string | null {
  const end = bytes[at] === QUOTE ? textEnd(bytes, at + 1) : bytes.length;
  return end < bytes.length ? unescaped(bytes.subarray(at + 1, end)) : null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Offset of the quote that ends a text whose content begins at `from`, or the window's end. */
export function textEnd(window: Buffer, from: number): number {
  let at = from;
  while (at < window.length && window[at] !== QUOTE) at += window[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, window.length);
}

/** Decodes JSON escapes; bytes that are not UTF-8 become U+FFFD. */
function unescaped(bytes: Buffer): string {
  const raw = bytes.toString();
  return raw.includes('\\') ? (unquotedJson(`"${raw}"`) ?? raw) : raw;
}

function lineAround(window: Buffer, at: number): { readonly start: number; readonly end: number } {
  const end = window.indexOf('\n', at);
  return {
    start: at === 0 ? 0 : window.lastIndexOf('\n', at - 1) + 1,
    end: end < 0 ? window.length : end,
  };
}

/** Lines of a window, one at a time: most searches end in the first. */
export function* windowLines(window: Buffer): Generator<Buffer> {
  for (let from = 0; ; ) {
    const to = window.indexOf('\n', from);
    if (to < 0) return yield window.subarray(from);
    yield window.subarray(from, to);
    from = to + 1;
  }
}

export function* windowLinesFromEnd(window: Buffer): Generator<Buffer> {
  for (let end = window.length; end >= 0; ) {
    const { start } = lineAround(window, end);
    yield window.subarray(start, end);
    end = start - 1;
  }
}

/** A record of a line as the program reads it. */
export type LineRecord = Readonly<Record<string, unknown>>;

export function recordIn(line: Buffer): LineRecord | null {
  const value = parsedJson(line.toString());
  return isLineRecord(value) ? value : null;
}

export function isLineRecord(value: unknown): value is LineRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
