import { maximum } from '../../model/collections.ts';
import { LF, type Part } from '../../model/part.ts';
import { isFileOfRecords } from '../../model/path.ts';
import type { EstimatedTurn, EstimatedTurns } from '../../model/search.ts';
import {
  BLOB,
  isDamagedWindow,
  isOfLines,
  isOpaqueWindow,
  RECORD_BEGINNINGS,
  searchWindows,
  type Window,
} from '../../stores/engine/search/byte-filter.ts';
import { type ByteFinder, byteFinder, COLOURS, withoutColours } from '../../stores/engine/search/find-bytes.ts';
import type { NameList } from '../../stores/kind.ts';
import { BestTurns, hasAny, hasPhrase, shortestSpan, turnOf, type WordHit, wordStem } from './words.ts';

export interface Estimate {
  readonly found: EstimatedTurns;
  readonly isDamaged: boolean;
}

/** Counts words in the bytes of a unit, a line as a turn. Null if only decoding can. */
export type Estimator = (parts: readonly Part[], names: Iterable<NameList>) => Estimate | null;

/** An estimator; null for stems that files may spell otherwise, and without WebAssembly SIMD. */
export function estimatorOf(stems: readonly string[], phrase: readonly string[]): Estimator | null {
  const finder = stems.every((stem) => /^[a-z0-9]{2,48}$/.test(stem))
    ? byteFinder([...stems.flatMap(beginningsOf), ...COLOURS, ...RECORD_BEGINNINGS], true)
    : null;
  if (finder === null) return null;
  return (parts, names) => {
    const tally = new Tally({ stems, phrase }, finder);
    if (!parts.every((part) => tally.addPart(part))) return null;
    tally.addNames(names);
    const changed = maximum(parts.map(({ mtime }) => mtime));
    return { found: { ...tally.found(), changed }, isDamaged: tally.isDamaged };
  };
}

/** Beginnings of a stem's words: a stem may end in a letter that its word lacks (`happi`, `kei`). */
export function beginningsOf(stem: string): string[] {
  if (stem.length > MIN_STEM_LENGTH) return [stem.slice(0, -1)];
  return stem.endsWith('i') ? [stem, `${stem.slice(0, -1)}y`] : [stem];
}

const MIN_STEM_LENGTH = 3;
const MAX_TIMES_IN_LINE = 4;
/** Mean length of a word with the space after it. */
const WORD_BYTES = 6;
const MAX_NAMES = 200;
/** Characters between two words of a phrase, with the common words there. */
const MAX_BETWEEN = 16;
const OF_TOOL = /(?<!\\)"(?:tool[_A-Z.]|function(?:_call|[CR])|[a-z_]*_call(?:_output|_begin|_end)?")/;
/** Spellings of the Kelvin sign, which is a `k` if case is ignored: in UTF-8, and as an escape. */
const KELVIN = ['\u00e2\u0084\u00aa', '\\u212a', '\\u212A'];

class Tally {
  isDamaged = false;
  #turns = new BestTurns<EstimatedTurn>();
  #count = 0;
  #words = 0;
  #hasPhrase = false;
  readonly #in: number[];
  readonly #stems: readonly string[];
  readonly #phrase: readonly string[];
  /** Matches texts that may have the phrase. */
  readonly #phraseForm: RegExp;
  readonly #places: ReadonlyMap<string, number>;
  readonly #stemAt: readonly number[];
  readonly #finder: ByteFinder;

  constructor({ stems, phrase }: { stems: readonly string[]; phrase: readonly string[] }, finder: ByteFinder) {
    this.#stems = stems;
    this.#phrase = phrase;
    this.#phraseForm = new RegExp(phrase.join(`[^a-z0-9].{0,${MAX_BETWEEN}}`), 'i');
    this.#places = new Map(stems.map((stem, n) => [stem, n]));
    this.#stemAt = stems.flatMap((stem, n) => beginningsOf(stem).map(() => n));
    this.#finder = finder;
    this.#in = stems.map(() => 0);
  }

  found(): Omit<EstimatedTurns, 'changed'> {
    const found = { turns: this.#turns.all(), in: this.#in, count: this.#count, words: this.#words };
    return this.#hasPhrase ? { ...found, hasPhrase: true } : found;
  }

  /** False for a file that has to be decoded. */
  addPart(part: Part): boolean {
    if (part.bytes === null && part.source == null) return true;
    if (!isOfLines(part)) return false;
    const isJson = isFileOfRecords(part.path);
    for (const window of searchWindows(part, this.#finder.buffer, MAX_WORD_LENGTH)) {
      if (isOpaqueWindow(window) || window.bytes.includes(BLOB) || this.#hasKelvin(window)) return false;
      this.isDamaged ||= isJson && this.#isDamaged(window);
      this.#addBytes(this.#withoutColours(window.bytes, isJson), isJson);
    }
    return true;
  }

  addNames(lists: Iterable<NameList>): void {
    for (const list of lists)
      for (const name of list.slice(-MAX_NAMES)) {
        const turn = turnOf(name, 0, this.#places, (text) => text);
        if (hasAny(turn)) this.#add({ ...turn, isOfTool: false, isName: true });
        this.#hasPhrase ||= hasPhrase(name, this.#phrase);
      }
  }

  #isDamaged(window: Window): boolean {
    const first = this.#stemAt.length + COLOURS.length;
    return isDamagedWindow(window, (n, from) => this.#finder.next(first + n, from, window.bytes.length));
  }

  #hasKelvin({ bytes }: Window): boolean {
    return this.#stems.some((stem) => stem.includes('k')) && KELVIN.some((sign) => bytes.includes(sign, 0, 'latin1'));
  }

  #withoutColours(bytes: Buffer, isJson: boolean): Buffer {
    const first = this.#stemAt.length;
    return withoutColours(bytes, isJson, (n, from) => this.#finder.next(first + n, from, bytes.length));
  }

  #addBytes(bytes: Buffer, isJson: boolean): void {
    const { length } = bytes;
    const next = this.#stemAt.map((_, text) => this.#finder.next(text, 0, length));
    let line = new Line(0, 0, this.#stems.length);
    let max = 0;
    for (let text = firstOf(next); text >= 0; text = firstOf(next)) {
      const at = next[text] as number;
      const n = this.#stemAt[text] as number;
      if (at >= line.end) {
        this.#addLine(line, bytes, isJson);
        line = lineAround(bytes, at, this.#stems.length);
        max = this.#turns.takes({ times: this.#in.map(() => 1), length: line.length }) ? MAX_TIMES_IN_LINE : 1;
      }
      const isEnough = isWordOf(this.#stems[n] as string, bytes, at) && line.addHit(n, at) >= max;
      next[text] = this.#finder.next(text, isEnough ? line.end : at + 1, length);
    }
    this.#addLine(line, bytes, isJson);
    const lines = Math.max(1, length / LINE_BYTES);
    this.#count += lines;
    this.#words += wordsIn(length - lines * LINE_BESIDE_BYTES);
  }

  #addLine(line: Line, bytes: Buffer, isJson: boolean): void {
    if (!hasAny(line)) return;
    if (!this.#turns.takes(line)) this.#addTimes(line);
    else {
      const text = isJson ? bytes.toString('latin1', line.start, line.end) : '';
      const isOfTool = !isJson || OF_TOOL.test(text);
      this.#add({ ...line.turn(), isOfTool });
      this.#hasPhrase ||= this.#phrase.length > 1 && !isOfTool && this.#phraseForm.test(text);
    }
  }

  #add(turn: EstimatedTurn): void {
    this.#addTimes(turn);
    this.#turns.add(turn);
  }

  #addTimes({ times }: Pick<EstimatedTurn, 'times'>): void {
    for (let n = 0; n < times.length; n++) if ((times[n] ?? 0) > 0) this.#in[n] = (this.#in[n] ?? 0) + 1;
  }
}

/** Mean length of a record, and of its part beside its text. */
const LINE_BYTES = 1000;
const LINE_BESIDE_BYTES = 500;

function wordsIn(bytes: number): number {
  return Math.max(0, bytes / WORD_BYTES);
}

/** Index of the least number that is not negative; -1 for none. */
function firstOf(next: readonly number[]): number {
  let first = -1;
  for (let n = 0; n < next.length; n++) {
    const at = next[n] as number;
    if (at >= 0 && (first < 0 || at < (next[first] as number))) first = n;
  }
  return first;
}

function lineAround(bytes: Buffer, at: number, stems: number): Line {
  const end = bytes.indexOf(LF, at);
  return new Line(bytes.lastIndexOf(LF, at) + 1, end < 0 ? bytes.length : end, stems);
}

class Line {
  readonly times: number[];
  readonly start: number;
  readonly end: number;
  /** Number of words. */
  readonly length: number;
  readonly #hits: WordHit[] = [];

  constructor(start: number, end: number, stems: number) {
    this.start = start;
    this.end = end;
    this.length = Math.floor(wordsIn(end - start - LINE_BESIDE_BYTES));
    this.times = Array.from({ length: stems }, () => 0);
  }

  /** Counts a hit; returns the number of the word's hits. */
  addHit(n: number, at: number): number {
    this.#hits.push({ n, word: Math.floor((at - this.start) / WORD_BYTES), at });
    const times = (this.times[n] ?? 0) + 1;
    this.times[n] = times;
    return times;
  }

  turn() {
    return {
      index: 0,
      times: this.times,
      length: Math.max(this.#hits.length, this.length),
      span: shortestSpan(this.#hits).span,
      text: '',
    };
  }
}

const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
/** Most letters of a word that are compared: more than any counted stem has, with its ending. */
const MAX_WORD_LENGTH = 64;

function isWordOf(stem: string, bytes: Buffer, at: number): boolean {
  if (at > 0 && isAlphanumeric(bytes[at - 1] as number) && !isBehindEscape(bytes, at)) return false;
  let end = at;
  while (end - at < MAX_WORD_LENGTH && end < bytes.length && isAlphanumeric(bytes[end] as number)) end++;
  return wordStem(bytes.toString('latin1', at, end)) === stem;
}

function isAlphanumeric(byte: number): boolean {
  const small = byte | 0x20;
  return (small >= 0x61 && small <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}

/** True after `\n` or `\u001b`, whose letter is no part of a word. */
function isBehindEscape(bytes: Buffer, at: number): boolean {
  return bytes[at - 2] === BACKSLASH || (bytes[at - 6] === BACKSLASH && bytes[at - 5] === SMALL_U);
}
