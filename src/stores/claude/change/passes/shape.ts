import { isMarkAt } from '../../../../codecs/byte-order-mark.ts';
import type { Edit } from '../../../../codecs/edit.ts';
import { isJsonSpace } from '../../../../codecs/json/space.ts';
import type { Source } from '../../../../codecs/lines/source.ts';
import { fileShape } from '../../checks/file-shape.ts';
import type { ClaudePass } from './pass.ts';

/** A file that is no file of lines becomes one; nothing of a record is touched. */
export const shape: ClaudePass = {
  codes: ['CL019', 'CL020'],
  repair: ({ source }) => {
    const is = fileShape(source);
    if (is === 'array')
      return { edits: [...onLines(source)], notes: ['each record of the list gets a line of its own'] };
    return is === null ? { edits: [], notes: [] } : transcoded(source, is === 'utf-16be');
  },
};

/** Bytes that are looked at in one go; of UTF-16 an even number. */
const CHUNK = 1 << 22;

/** UTF-16 as UTF-8, without its mark. */
function transcoded(source: Source, isBig: boolean): { readonly edits: Edit[]; readonly notes: string[] } {
  const edits: Edit[] = [];
  let isWhole = source.size % 2 === 0;
  for (let at = 0; at < source.size; ) {
    const text = textAt(source, at, isBig);
    const remove = text.length === 0 ? source.size - at : text.length * 2;
    edits.push({ at, remove, insert: Buffer.from(at === 0 && text.startsWith('\ufeff') ? text.slice(1) : text) });
    isWhole &&= !HALF.test(text);
    at += remove;
  }
  const notes = ['the file becomes UTF-8'];
  return { edits, notes: isWhole ? notes : [...notes, 'half of a character becomes U+FFFD, or goes at the end'] };
}

const HALF = /\p{Surrogate}/u;
const HIGH = /[\ud800-\udbff]$/;

/** Characters from a place on, without the half of one at the end of a chunk. */
function textAt(source: Source, at: number, isBig: boolean): string {
  const bytes = Buffer.from(source.slice(at, CHUNK));
  const whole = bytes.subarray(0, bytes.length & ~1);
  const text = (isBig ? whole.swap16() : whole).toString('utf16le');
  return at + bytes.length < source.size ? text.replace(HIGH, '') : text;
}

/** A line end between the elements of a list, and nothing around them: what is there instead is white space, commas and brackets. */
function* onLines(source: Source): Generator<Edit> {
  const start = isMarkAt(source.slice(0, 3), 0) ? 3 : 0;
  const list = new ListWalk(start);
  const fill = (from: number, to: number): Edit => {
    return { at: from, remove: to - from, insert: from === start ? NOTHING : LF };
  };
  for (let at = start; at < source.size; at += CHUNK) {
    const bytes = source.slice(at, CHUNK);
    for (let i = 0; i < bytes.length; i++) {
      const gap = list.step(bytes[i] as number, at + i);
      if (gap !== null) yield fill(gap, at + i);
      if (list.isOver) return;
    }
  }
  if (list.gap !== null) yield fill(list.gap, source.size);
}

const LF = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENS, CLOSES] = [
  [0x7b, 0x5b],
  [0x7d, 0x5d],
];

/** Where the elements of a list begin and end, byte by byte. */
class ListWalk {
  /** Where the gap between two elements begins; null within one. */
  gap: number | null;
  /** The list is closed, and what follows it has begun. */
  isOver = false;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #isClosed = false;

  constructor(start: number) {
    this.gap = start;
  }

  /** Answers where the gap began that ends before this byte. */
  step(byte: number, at: number): number | null {
    if (this.#isText) {
      this.#inText(byte);
      return null;
    }
    if (isJsonSpace(byte)) return null;
    const { gap } = this;
    this.isOver = this.#isClosed;
    if (this.isOver) return gap;
    const depth = this.#depth;
    this.#isText = byte === QUOTE;
    if (OPENS.includes(byte)) this.#depth++;
    else if (CLOSES.includes(byte)) this.#depth--;
    if (depth === 0) return null;
    this.#isClosed = this.#depth === 0;
    if (this.#isClosed || (depth === 1 && byte === COMMA)) this.gap ??= at;
    else if (this.#depth === 1 && depth === 2) this.gap = at + 1;
    else {
      this.gap = null;
      return gap;
    }
    return null;
  }

  #inText(byte: number): void {
    if (!this.#isEscaped && byte === QUOTE) this.#isText = false;
    this.#isEscaped = !this.#isEscaped && byte === BACKSLASH;
  }
}
