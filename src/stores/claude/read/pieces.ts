import { CR, isBomAt, LF, NO_BYTES } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { NO_QUOTE, type Tape } from '../../../codecs/json/tape.ts';
import { type Line, type LineEnding, type LineOptions, lines } from '../../../codecs/lines/lines.ts';
import { type RecordColumns, Rows } from '../../../codecs/lines/rows.ts';
import { afterBlanks } from '../../../codecs/lines/shape.ts';
import type { Source } from '../../../codecs/lines/source.ts';

/** A line, or an object over several lines, which the program reads at once (docs/formats/claude.md, "Lines"). */
export interface LinePiece extends Line {
  /** Offset of its text from `at`, in bytes. */
  readonly start: number;
  /** Null for a blank line, one too long to be held, and one that is not read. */
  readonly tape: Tape | null;
  /** After a lone CR; the program counts it to the line before, and reads only that line's first value. */
  readonly isBehind: boolean;
  readonly token: number;
  /** Offset in the file of the tape's bytes. */
  readonly base: number;
}

/** The pieces of a file in order; each is valid until the next. */
export function* pieces(source: Source): Generator<LinePiece> {
  const ahead = new LookaheadLines(source);
  for (let piece = pieceAfter(null, ahead); piece !== null; piece = pieceAfter(piece, ahead)) yield piece;
}

/** Visits the pieces of a file in order; each is valid until the next. `sound`, if given, gets sound lines instead, with its columns. */
export function eachPiece(
  source: Source,
  visit: (piece: LinePiece) => void,
  sound: { readonly visit: (line: SoundLine) => void; readonly columns: RecordColumns } | null = null,
): void {
  const rows = Rows.open(sound?.columns);
  if (rows === null) for (const each of pieces(source)) visit(each);
  else {
    new RowReader(source, rows, visit, sound?.visit ?? visit).run();
    rows.close();
  }
}

/** Bytes read at a time to find the end of a line that is no row. Few, because each such line is searched anew. */
const LINE_END_WINDOW = 1 << 16;

/** Visits the lines of a file: sound ones as rows, any other as a piece. */
class RowReader {
  readonly #source: Source;
  readonly #rows: Rows;
  readonly #visit: (piece: LinePiece) => void;
  readonly #visitSound: (line: SoundLine) => void;
  #patience: number;

  constructor(source: Source, rows: Rows, visit: (piece: LinePiece) => void, visitSound: (line: SoundLine) => void) {
    this.#visitSound = visitSound;
    this.#source = source;
    this.#rows = rows;
    this.#visit = visit;
    this.#patience = patienceFor(source);
  }

  run(): void {
    const source = this.#source;
    const rows = this.#rows;
    const visit = this.#visitSound;
    const line = new SoundLine(rows);
    for (let at = 0; at < source.size; ) {
      rows.read(source, at);
      if (rows.count === 0) at = this.#visitAlone(at);
      for (let row = 0; row < rows.count; row++) {
        const from = rows.at + rows.startOf(row);
        if (from < at) continue;
        if (rows.isSound(row)) {
          line.take(row);
          visit(line);
          at = line.at + line.length + LINE_ENDS[line.end].length;
        } else at = this.#visitAlone(from);
      }
    }
  }

  /** Visits the piece at `from`, and pieces after a lone CR; returns the start of the next line. */
  #visitAlone(from: number): number {
    const ahead = new LookaheadLines(this.#rows.ahead(), { from, max: LINE_END_WINDOW, patience: this.#patience });
    let piece = pieceAfter(null, ahead);
    while (piece !== null) {
      this.#visit(piece);
      this.#patience = ahead.patience;
      if (piece.end !== 'cr') return piece.at + piece.length + LINE_ENDS[piece.end].length;
      piece = pieceAfter(piece, ahead);
    }
    return this.#source.size;
  }
}

/** A row as a piece; the next row overwrites it. */
export class SoundLine implements LinePiece {
  at = 0;
  length = 0;
  end: LineEnding = 'lf';
  token = 0;
  base = 0;
  readonly start = 0;
  readonly isBehind = false;
  readonly tape: Tape;
  readonly rows: Rows;
  row = 0;
  #from = 0;

  constructor(rows: Rows) {
    this.rows = rows;
    this.tape = rows.tape;
  }

  get bytes(): Uint8Array {
    return this.tape.bytes.subarray(this.#from, this.#from + this.length);
  }

  take(row: number): void {
    const { rows } = this;
    this.row = row;
    this.#from = rows.startOf(row);
    const end = rows.endOf(row);
    this.base = rows.at;
    this.at = rows.at + this.#from;
    this.length = end - this.#from;
    this.end = rows.tape.bytes[end] === CR ? 'crlf' : 'lf';
    this.token = rows.tokenOf(row);
  }
}

function pieceAfter(before: LinePiece | null, ahead: LookaheadLines): LinePiece | null {
  const line = ahead.next();
  if (line === null) return null;
  const piece = pieceOf(line, before?.end === 'cr');
  return isUnfinished(piece) ? joinPieces(piece, ahead) : piece;
}

function pieceOf(line: Line, isBehind: boolean): LinePiece {
  const { at, length, bytes, end } = line;
  const text = bytes ?? NO_BYTES;
  const start = textStart(text, at);
  const isRead = start < text.length && !isBehind;
  const tape = isRead ? scan(start === 0 ? text : text.subarray(start)) : null;
  // Written out: a spread is slow, and each line of a session makes one.
  return { at, length, bytes, end, start, isBehind, tape, token: 0, base: at + start };
}

/** True for an object that is written over several lines. */
export function isOverLines({ bytes, start, tape }: LinePiece): boolean {
  const at = bytes?.indexOf(LF, start) ?? -1;
  return at >= 0 && tape !== null && at < start + tape.end;
}

/** True for an unclosed object that includes the record at the end of the file. */
export function takesInRecord({ bytes, start, tape }: LinePiece): boolean {
  return tape !== null && tape.open.length > 0 && (bytes?.indexOf(LF, start) ?? -1) >= 0;
}

/** Start of the text of a line at `at` in its file: after white space and the file's byte-order mark. */
export function textStart(bytes: Uint8Array, at: number): number {
  return afterBlanks(bytes, at === 0 && isBomAt(bytes, 0) ? 3 : 0);
}

const OPEN = [0x7b, 0x5b];

/** True for an object or a list that is open at the end of the line, outside of any text. */
function isUnfinished({ bytes, start, tape }: LinePiece): boolean {
  if (bytes === null || tape === null || tape.open.length === 0 || tape.fault?.expected === NO_QUOTE) return false;
  return OPEN.includes(bytes[start] ?? 0) && !isBroken(tape);
}

function patienceFor({ size }: Source): number {
  return 8 * size;
}

type PieceRange = Pick<LineOptions, 'from' | 'max'> & { readonly patience?: number };

class LookaheadLines {
  readonly size: number;
  readonly #lines: Generator<Line>;
  #givenBack: Line[] = [];
  /** Bytes that may still be scanned in vain for the end of an object. */
  patience: number;

  constructor(source: Source, { patience = patienceFor(source), ...range }: PieceRange = {}) {
    this.size = source.size;
    this.#lines = lines(source, range);
    this.patience = patience;
  }

  next(): Line | null {
    const returned = this.#givenBack.pop();
    if (returned !== undefined) return returned;
    const { value, done } = this.#lines.next();
    return done === true ? null : value;
  }

  giveBack(some: readonly Line[]): void {
    for (let i = some.length - 1; i >= 0; i--) this.#givenBack.push(some[i] as Line);
  }
}

const CLOSING_BRACKETS = [0x7d, 0x5d];
export const LINE_ENDS: Readonly<Record<LineEnding, Buffer>> = {
  none: Buffer.alloc(0),
  cr: Buffer.from('\r'),
  lf: Buffer.from('\n'),
  crlf: Buffer.from('\r\n'),
};

/**
 * The object with the lines that continue it; `first` if these do not end it. An object that no line contradicts includes the record that
 * ends the file.
 */
function joinPieces(first: LinePiece, ahead: LookaheadLines): LinePiece {
  const text = new Text(first);
  const more: Line[] = [];
  let line = ahead.next();
  for (; line !== null; line = ahead.next()) {
    more.push(text.add(line));
    if (line.bytes === null || ahead.patience <= 0) break;
    const tape = text.looked(first.start, ahead);
    if (tape === null) continue;
    if (tape.open.length === 0) return wholePiece(text.first, text.bytes, first.start + tape.end, more, ahead);
    if (isBroken(tape)) break;
  }
  if (line === null && endsInObject(more)) return text.piece;
  ahead.giveBack(more);
  return text.first;
}

function endsInObject(some: readonly Line[]): boolean {
  const last = some.findLast(({ bytes }) => bytes !== null && afterBlanks(bytes, 0) < bytes.length);
  const text = last?.bytes?.subarray(afterBlanks(last.bytes, 0)) ?? NO_BYTES;
  return text[0] === OPEN[0] && scan(text).fault === null;
}

class Text {
  /** The first line, with bytes that stay valid. */
  readonly first: LinePiece;
  length: number;
  #scanned: number;
  #end: LineEnding;
  #last: Line;
  #parts: Uint8Array[];

  constructor(first: LinePiece) {
    const copied = Buffer.from(first.bytes ?? NO_BYTES);
    this.first = { ...first, bytes: copied, tape: scan(copied.subarray(first.start)) };
    this.length = first.length;
    this.#scanned = first.length;
    this.#end = first.end;
    this.#last = this.first;
    this.#parts = [copied];
  }

  /** Returns the line with bytes that stay valid: the next line may reuse the buffer. */
  add(line: Line): Line {
    if (line.bytes === null) return line;
    const own = Buffer.from(line.bytes);
    this.#parts.push(LINE_ENDS[this.#end], own);
    this.length += LINE_ENDS[this.#end].length + own.length;
    this.#end = line.end;
    this.#last = { ...line, bytes: own };
    return this.#last;
  }

  /** One piece of all lines. */
  get piece(): LinePiece {
    const { first, length, bytes } = this;
    return { ...first, length, end: this.#end, bytes, tape: scan(bytes.subarray(first.start)) };
  }

  get bytes(): Uint8Array {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts, this.length)];
    return this.#parts[0] as Uint8Array;
  }

  /** Scans the bytes from `from` on if they may be complete or have doubled; null otherwise. */
  looked(from: number, ahead: LookaheadLines): Tape | null {
    if (!mayEnd(this.#last, ahead.size) && this.length < 2 * this.#scanned) return null;
    ahead.patience -= this.length;
    this.#scanned = this.length;
    return scan(this.bytes.subarray(from));
  }
}

/** True if no continuation could make the bytes JSON. */
function isBroken({ fault, bytes }: Tape): boolean {
  return fault !== null && fault.offset < bytes.length;
}

function mayEnd({ at, length, bytes, end }: Line, size: number): boolean {
  return CLOSING_BRACKETS.includes(bytes?.[0] ?? 0) || at + length + LINE_ENDS[end].length >= size;
}

/** An object that ends at `to`, with the rest of its last line; later lines are read again. */
function wholePiece(
  begun: LinePiece,
  all: Uint8Array,
  to: number,
  more: readonly Line[],
  ahead: LookaheadLines,
): LinePiece {
  let used = 0;
  let last: Line = begun;
  while (last.at + last.length < begun.at + to && used < more.length) last = more[used++] as Line;
  ahead.giveBack(more.slice(used));
  const length = last.at + last.length - begun.at;
  const bytes = all.subarray(0, length);
  return { ...begun, length, end: last.end, bytes, tape: scan(bytes.subarray(begun.start)) };
}
