import type { Tape } from '../../../../codecs/json/tape.ts';

/**
 * Takes JSON that is inside a JSON string apart in one pass, with the outer escapes undone as it goes: `text` up to `to` is
 * what was read. Only what `JSON.stringify` writes is understood; each `take` answers false at anything else.
 */
export interface CanonicalReader {
  readonly bytes: Uint8Array;
  readonly lanes: DataView;
  text: Buffer;
  textLanes: DataView;
  /** Where the next byte comes from, and where the outer string ends. */
  from: number;
  end: number;
  /** Where the next byte of the text goes. */
  to: number;
}

/** Bytes that the pool may keep between files. */
const KEEP = 1 << 24;

/** Kept between files: of what is read into it nothing is needed once the next text is begun. */
let pool = Buffer.allocUnsafeSlow(1 << 16);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LANE = 4;

/** A reader of the strings of one document. */
export function canonicalReader({ bytes }: Tape): CanonicalReader {
  const lanes = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, lanes, text: pool, textLanes: new DataView(pool.buffer), from: 0, end: 0, to: 0 };
}

/** Sets the reader on the string between these offsets, which are those of its quotes. */
export function beginString(r: CanonicalReader, start: number, end: number): void {
  // A text is never longer than its source; a last lane may reach beyond it.
  if (end - start + LANE > r.text.length) {
    const text = Buffer.allocUnsafeSlow((end - start) * 2 + LANE);
    if (text.length <= KEEP) pool = text;
    r.text = text;
    r.textLanes = new DataView(text.buffer);
  }
  r.from = start + 1;
  r.end = end - 1;
  r.to = 0;
}

/** These bytes and nothing else; a quote among them is escaped in the source. */
export function takeBytes(r: CanonicalReader, wanted: Uint8Array): boolean {
  for (const byte of wanted) {
    if (byte === QUOTE && r.bytes[r.from++] !== BACKSLASH) return false;
    if (r.bytes[r.from++] !== byte) return false;
    r.text[r.to++] = byte;
  }
  return true;
}

/** Is this the next byte? Then it is taken. */
export function takeByte(r: CanonicalReader, byte: number): boolean {
  if (r.bytes[r.from] !== byte) return false;
  r.from++;
  r.text[r.to++] = byte;
  return true;
}

/** A string of the inner JSON, from quote to quote. */
export function takeString(r: CanonicalReader): boolean {
  if (r.bytes[r.from] !== BACKSLASH || r.bytes[r.from + 1] !== QUOTE) return false;
  r.from += 2;
  r.text[r.to++] = QUOTE;
  for (;;) {
    takePlain(r);
    if (r.from >= r.end) return false;
    const next = r.bytes[r.from + 1];
    if (next === QUOTE) {
      r.from += 2;
      r.text[r.to++] = QUOTE;
      return true;
    }
    if (next !== BACKSLASH || !takeEscape(r)) return false;
  }
}

/** Bytes up to the next backslash, which alone can begin anything else: within a JSON string there is no bare quote. */
function takePlain(r: CanonicalReader): void {
  const { bytes, lanes, text, textLanes, end } = r;
  let { from, to } = r;
  for (const last = end - LANE; from <= last; from += LANE, to += LANE) {
    const lane = lanes.getInt32(from, true);
    const x = lane ^ 0x5c5c5c5c;
    const found = (x - 0x01010101) & ~x & 0x80808080;
    textLanes.setInt32(to, lane, true);
    if (found === 0) continue;
    // The lowest bit that is set is that of the first backslash; what is behind it is written over.
    const plain = (31 - Math.clz32(found & -found)) >> 3;
    r.from = from + plain;
    r.to = to + plain;
    return;
  }
  for (let byte = bytes[from]; from < end && byte !== BACKSLASH; byte = bytes[++from]) text[to++] = byte ?? 0;
  r.from = from;
  r.to = to;
}

/** What may follow two backslashes of the source as it is: b, f, n, r and t. */
const LETTERS = new Uint8Array(256);
for (const letter of 'bfnrt') LETTERS[letter.charCodeAt(0)] = 1;

/** An escape of the inner JSON; control characters without a letter of their own are left to others. */
function takeEscape(r: CanonicalReader): boolean {
  const letter = r.bytes[r.from + 2] ?? 0;
  if (LETTERS[letter] === 1) return put(r, letter, 3);
  const quoted = r.bytes[r.from + 3] ?? 0;
  return letter === BACKSLASH && (quoted === QUOTE || quoted === BACKSLASH) && put(r, quoted, 4);
}

function put(r: CanonicalReader, byte: number, taken: number): true {
  r.text[r.to++] = BACKSLASH;
  r.text[r.to++] = byte;
  r.from += taken;
  return true;
}

/** A whole number of at most 15 digits as it is written again; NaN for anything else. */
export function takeNumber(r: CanonicalReader): number {
  const { bytes, from } = r;
  let number = 0;
  for (let digit = digitAt(bytes, r.from); digit >= 0; digit = digitAt(bytes, r.from)) {
    number = number * 10 + digit;
    r.text[r.to++] = digit + 0x30;
    r.from++;
  }
  const digits = r.from - from;
  const plain = digits > 0 && digits < 16 && (bytes[from] !== 0x30 || digits === 1);
  return plain ? number : Number.NaN;
}

function digitAt(bytes: Uint8Array, at: number): number {
  const digit = (bytes[at] ?? 0) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
