import { isUtf8 } from 'node:buffer';
import { NO_BYTES } from '../bytes.ts';
import { KERNEL_PADDING, type LoadedKernel, learnWords, loadKernel, reserve } from '../json/kernel.ts';
import { knownWord } from '../json/known-words.ts';
import { type Tape, TOKEN } from '../json/tape.ts';
import type { Fields } from '../json/value.ts';
import type { Source } from './source.ts';

/** Bytes of a window, most tokens of its tape, and most rows of its table. */
const WINDOW = 1 << 17;
const TOKENS = 1 << 15;
const MAX_ROWS = 1 << 10;
const READ_CHUNK_BYTES = 1 << 20;

/** Words of a row: start and end of its line in the window, token of its value, and flags. */
const ROW = { start: 0, end: 1, token: 2, flags: 3, words: 4 } as const;
const SOUND_FLAG = 1;
const BEYOND_ASCII = 2;

/** Columns of records in sound lines, filled by kernel/record.ts. `sets`: sets of words, in the order in which the kernel numbers them. */
export interface RecordColumns {
  readonly sets: readonly Pick<Fields, 'names'>[];
  readonly words: number;
  readonly blockWords: number;
}

const MAX_WINDOW_BLOCKS = 1 << 12;

/**
 * The lines of a file, one window at a time. One call of the kernel fills a tape, and a table with a row for each line.
 * A sound line is one JSON object and nothing else, in UTF-8, before LF or CR LF. Its objects have no repeated key, its strings no half of
 * a surrogate pair. Its numbers are not near the limit of a double's range.
 * The row of any other line has no token, and ends at the next LF.
 */
export class Rows {
  count = 0;
  at = 0;
  /** Tape of all sound lines of the window, with their texts in its bytes. The next window overwrites it. */
  readonly tape: Tape & { known: number };
  /** By row of the table: the columns requested in `open`, and then the blocks; empty without columns. */
  readonly columns: Int32Array;
  readonly blocks: Int32Array;
  readonly #table: Int32Array;
  readonly #of: RecordColumns | null;
  readonly #scan: (window: Uint8Array) => number;
  /** Closed ones, for reuse: to make one costs more than to read most files. */
  static readonly #spare: Rows[] = [];
  #source: Source | null = null;
  #chunk: Uint8Array = NO_BYTES;
  #from = 0;

  private constructor(loaded: LoadedKernel, of: RecordColumns | null) {
    const { kernel } = loaded;
    const from = kernel.free.value;
    const table = from + WINDOW + KERNEL_PADDING;
    const tokens = table + MAX_ROWS * ROW.words * 4;
    const limit = tokens + TOKENS * TOKEN * 4;
    const blocks = limit + MAX_ROWS * (of?.words ?? 0) * 4;
    const end = blocks + MAX_WINDOW_BLOCKS * (of?.blockWords ?? 0) * 4;
    const hasColumns = of !== null && reserve(loaded, end);
    const { text, words } = loaded;
    const bytes = text.subarray(from, table);
    this.#of = of;
    this.columns = hasColumns ? words.subarray(limit >> 2, blocks >> 2) : NO_WORDS;
    this.blocks = hasColumns ? words.subarray(blocks >> 2, end >> 2) : NO_WORDS;
    for (const [set, { names }] of (of?.sets ?? []).entries())
      for (const [place, name] of names.entries()) if (knownWord(name) > 0) kernel.hold(set, knownWord(name), place);
    this.#table = words.subarray(table >> 2, tokens >> 2);
    this.tape = { ...SOUND_TAPE, bytes, words: words.subarray(tokens >> 2), count: TOKENS };
    this.#scan = (window) => {
      const { length } = window;
      learnWords(loaded);
      this.tape.known = loaded.known;
      bytes.set(window);
      bytes.fill(0, length, length + KERNEL_PADDING);
      const count = kernel.rows(from, length, tokens, limit, table, MAX_ROWS);
      if (hasColumns) kernel.records(from, tokens, table, count, limit, blocks, MAX_WINDOW_BLOCKS);
      return count;
    };
  }

  /** Rows for a file; null without WebAssembly and SIMD. */
  static open(of: RecordColumns | null = null): Rows | null {
    const spare = Rows.#spare.findLastIndex((each) => each.#of === of);
    if (spare >= 0) return Rows.#spare.splice(spare, 1)[0] ?? null;
    const loaded = loadKernel();
    return loaded === null ? null : new Rows(loaded, of);
  }

  /** Reads the window at `at`; it gets no row if its first line does not end in it, or has too many tokens. */
  read(source: Source, at: number): void {
    const bytes = this.#bytesAt(source, at, Math.min(WINDOW, source.longest ?? WINDOW));
    this.at = at;
    this.count = this.#scan(bytes);
    if (this.count > 0) this.#withoutIllFormed(this.endOf(this.count - 1));
  }

  /** The file as a source that reads from the window's bytes if it can. */
  ahead(): Source {
    const source = this.#source as Source;
    const { size, longest } = source;
    return {
      size,
      ...(longest === undefined ? {} : { longest }),
      slice: (at, length) => {
        if (length <= READ_CHUNK_BYTES) return this.#bytesAt(source, at, length);
        this.#chunk = NO_BYTES;
        return source.slice(at, length);
      },
    };
  }

  /** Releases the file, so that another `open` may reuse this. */
  close(): void {
    this.#source = null;
    this.#chunk = NO_BYTES;
    Rows.#spare.push(this);
  }

  startOf(row: number): number {
    return this.#table[row * ROW.words + ROW.start] as number;
  }

  endOf(row: number): number {
    return this.#table[row * ROW.words + ROW.end] as number;
  }

  tokenOf(row: number): number {
    return this.#table[row * ROW.words + ROW.token] as number;
  }

  isSound(row: number): boolean {
    return ((this.#table[row * ROW.words + ROW.flags] as number) & SOUND_FLAG) !== 0;
  }

  /** At most `max` bytes, from the window if it has all of them, else from the file. */
  #bytesAt(source: Source, at: number, max: number): Uint8Array {
    const length = Math.min(max, source.size - at);
    const isInChunk = at >= this.#from && at + length <= this.#from + this.#chunk.length;
    if (source !== this.#source || !isInChunk) {
      this.#source = source;
      this.#chunk = source.slice(at, Math.min(READ_CHUNK_BYTES, source.size - at));
      this.#from = at;
    }
    return this.#chunk.subarray(at - this.#from, at - this.#from + length);
  }

  /** Checks UTF-8: in a sound document only strings have bytes beyond ASCII. */
  #withoutIllFormed(end: number): void {
    const { bytes } = this.tape;
    const isWide = (row: number) => ((this.#table[row * ROW.words + ROW.flags] as number) & BEYOND_ASCII) !== 0;
    let row = 0;
    while (row < this.count && !isWide(row)) row++;
    if (row === this.count || isUtf8(bytes.subarray(this.startOf(row), end))) return;
    for (; row < this.count; row++)
      if (isWide(row) && !isUtf8(bytes.subarray(this.startOf(row), this.endOf(row))))
        this.#table[row * ROW.words + ROW.flags] = 0;
  }
}

const NO_WORDS = new Int32Array();

/** Members of a tape that are equal for all sound lines. */
const SOUND_TAPE = {
  end: 0,
  fault: null,
  open: [],
  loneSurrogate: -1,
  illFormed: -1,
  overflow: -1,
  known: 0,
  distinct: true,
} as const;
