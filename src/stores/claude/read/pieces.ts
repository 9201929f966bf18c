import { isMarkAt } from '../../../codecs/byte-order-mark.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { type Ending, type Line, lines } from '../../../codecs/lines/lines.ts';
import { afterBlanks } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';

/** What the program reads in one go: one line, or an object written over several (docs/formats/claude.md, "Lines"). */
export interface LinePiece extends Line {
  /** Where its text begins, in bytes from `at`. */
  readonly start: number;
  /** Of the text; null for a blank line, one too long to be held, and one that is not read. */
  readonly tape: Tape | null;
  /** Behind a lone CR: for the program it is still the line before, of which it reads the first value alone. */
  readonly isBehind: boolean;
}

/** The pieces of a file in order; one is valid until the next is asked for. */
export function* pieces(source: Source): Generator<LinePiece> {
  const ahead = new Ahead(source);
  let isBehind = false;
  for (let line = ahead.next(); line !== null; line = ahead.next()) {
    const piece = pieceOf(line, isBehind);
    const whole = isUnfinished(piece) ? joined(piece, ahead) : piece;
    yield whole;
    isBehind = whole.end === 'cr';
  }
}

function pieceOf(line: Line, isBehind: boolean): LinePiece {
  const { at, length, bytes, end } = line;
  const text = bytes ?? NO_BYTES;
  const start = textStart(text, at);
  const isRead = start < text.length && !isBehind;
  const tape = isRead ? scan(start === 0 ? text : text.subarray(start)) : null;
  // Written out: a spread is slow, and each line of a session is one of these.
  return { at, length, bytes, end, start, isBehind, tape };
}

const NO_BYTES = new Uint8Array();

/** Where the text of a line begins that is at `at` in its file: behind white space, and behind a byte-order mark of the file. */
export function textStart(bytes: Uint8Array, at: number): number {
  return afterBlanks(bytes, at === 0 && isMarkAt(bytes, 0) ? 3 : 0);
}

const OPEN = [0x7b, 0x5b];

/** An object or a list that goes on at the end of the line, outside of any text. */
function isUnfinished({ bytes, start, tape }: LinePiece): boolean {
  return bytes !== null && tape !== null && tape.open.length > 0 && OPEN.includes(bytes[start] ?? 0) && !isBroken(tape);
}

/** Lines of a source that can be given back. */
class Ahead {
  readonly size: number;
  readonly #lines: Generator<Line>;
  #held: Line[] = [];
  /** Bytes that may still be looked at in vain. */
  patience: number;

  constructor(source: Source) {
    this.size = source.size;
    this.#lines = lines(source);
    this.patience = 8 * source.size;
  }

  next(): Line | null {
    const held = this.#held.pop();
    if (held !== undefined) return held;
    const { value, done } = this.#lines.next();
    return done === true ? null : value;
  }

  /** In the order in which they are to come again. */
  giveBack(some: readonly Line[]): void {
    for (let i = some.length - 1; i >= 0; i--) this.#held.push(some[i] as Line);
  }
}

const CLOSES = [0x7d, 0x5d];
/** The bytes of each end of a line. */
export const LINE_ENDS: Readonly<Record<Ending, Buffer>> = {
  none: Buffer.alloc(0),
  cr: Buffer.from('\r'),
  lf: Buffer.from('\n'),
  crlf: Buffer.from('\r\n'),
};

/** The object with the lines that it goes on in; as it was where they do not end it. */
function joined(first: LinePiece, ahead: Ahead): LinePiece {
  const text = new Text(first);
  const more: Line[] = [];
  for (let line = ahead.next(); line !== null; line = ahead.next()) {
    more.push(text.add(line));
    if (line.bytes === null || ahead.patience <= 0) break;
    const tape = text.looked(first.start, ahead);
    if (tape === null) continue;
    if (tape.open.length === 0) return whole(text.first, text.bytes, first.start + tape.end, more, ahead);
    if (isBroken(tape)) break;
  }
  ahead.giveBack(more);
  return text.first;
}

/** The bytes of some lines, put together when they are looked at. */
class Text {
  /** The first of the lines, with bytes that stay. */
  readonly first: LinePiece;
  length: number;
  #scanned: number;
  #end: Ending;
  #last: Line;
  #parts: Uint8Array[];

  constructor(first: LinePiece) {
    const held = Buffer.from(first.bytes ?? NO_BYTES);
    this.first = { ...first, bytes: held, tape: scan(held.subarray(first.start)) };
    this.length = first.length;
    this.#scanned = first.length;
    this.#end = first.end;
    this.#last = this.first;
    this.#parts = [held];
  }

  /** Returns the line with bytes that stay: the next line may take the same room. */
  add(line: Line): Line {
    if (line.bytes === null) return line;
    const own = Buffer.from(line.bytes);
    this.#parts.push(LINE_ENDS[this.#end], own);
    this.length += LINE_ENDS[this.#end].length + own.length;
    this.#end = line.end;
    this.#last = { ...line, bytes: own };
    return this.#last;
  }

  get bytes(): Uint8Array {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts, this.length)];
    return this.#parts[0] as Uint8Array;
  }

  /** What is there from a place on, looked at where it may end or has doubled; null where it does neither. */
  looked(from: number, ahead: Ahead): Tape | null {
    if (!mayEnd(this.#last, ahead.size) && this.length < 2 * this.#scanned) return null;
    ahead.patience -= this.length;
    this.#scanned = this.length;
    return scan(this.bytes.subarray(from));
  }
}

/** Is it no JSON, whatever follows. */
function isBroken({ fault, bytes }: Tape): boolean {
  return fault !== null && fault.offset < bytes.length;
}

function mayEnd({ at, length, bytes, end }: Line, size: number): boolean {
  return CLOSES.includes(bytes?.[0] ?? 0) || at + length + LINE_ENDS[end].length >= size;
}

/** An object that ends at `to`, with the rest of the line that it ends in; the lines behind that come again. */
function whole(begun: LinePiece, all: Uint8Array, to: number, more: readonly Line[], ahead: Ahead): LinePiece {
  let used = 0;
  let last: Line = begun;
  while (last.at + last.length < begun.at + to && used < more.length) last = more[used++] as Line;
  ahead.giveBack(more.slice(used));
  const length = last.at + last.length - begun.at;
  const bytes = all.subarray(0, length);
  return { ...begun, length, end: last.end, bytes, tape: scan(bytes.subarray(begun.start)) };
}
