import { hash } from 'node:crypto';
import type { Tape } from '../../../../codecs/json/tape.ts';
import { spanOf, type Value } from '../../../../codecs/json/value.ts';

/** What is wanted of a signed event as TENEX writes it, without making the event. */
interface CanonicalEvent {
  readonly pubkey: string;
  readonly createdAt: number;
  readonly kind: number;
  readonly id: string;
  /** The value of its first `E` tag, the root that it answers to; null when it has none. */
  readonly root: string | null;
  /** The id that its content gives; null when it was not to be worked out. */
  readonly computedId: string | null;
}

const OPEN = Buffer.from('[0,');
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Bytes of a signature and of an id, with their quotes. */
const QUOTED_SIG = 130;
const QUOTED_ID = 66;

/**
 * Reads `[0,pubkey,created_at,kind,tags,content,sig,id]` as TENEX writes it; null for every other form of it, which is
 * to be parsed. With `hashed` the id is worked out too: the text up to the content is what it is the hash of.
 */
export function canonicalEvent(r: CanonicalReader, value: Value, hashed: boolean): CanonicalEvent | null {
  const { start, end } = spanOf(value);
  beginString(r, start, end);
  const pubkey = OPEN.length;
  if (!takeBytes(r, OPEN) || !takeString(r) || !isPlain(r.text, pubkey, r.to)) return null;
  const pubkeyEnd = r.to;
  const createdAt = takeByte(r, COMMA) ? takeNumber(r) : Number.NaN;
  const kind = takeByte(r, COMMA) ? takeNumber(r) : Number.NaN;
  if (Number.isNaN(createdAt + kind) || !takeByte(r, COMMA)) return null;
  const root = takeTags(r);
  if (root < 0 || !takeByte(r, COMMA) || !takeString(r)) return null;
  const content = r.to;
  if (!takeSigAndId(r, content)) return null;
  return {
    pubkey: textAt(r, pubkey, pubkeyEnd),
    createdAt,
    kind,
    id: textAt(r, r.to - 1 - QUOTED_ID, r.to - 1),
    root: root === 0 ? null : textAt(r, root, stringEnd(r, root)),
    computedId: hashed ? hashTo(r, content) : null,
  };
}

function hashTo({ text }: CanonicalReader, content: number): string {
  text[content] = CLOSE_LIST;
  return hash('sha256', text.subarray(0, content + 1));
}

/** A list of lists of strings. Where the value of the first `E` tag begins, 0 when there is none; -1 for what is no such list. */
function takeTags(r: CanonicalReader): number {
  if (!takeByte(r, OPEN_LIST)) return -1;
  if (takeByte(r, CLOSE_LIST)) return 0;
  let root = 0;
  do {
    const tag = r.to;
    if (!takeTag(r)) return -1;
    if (root !== 0 || !isRoot(r.text, tag)) continue;
    root = tag + ROOT.length;
    if (!isPlain(r.text, root, stringEnd(r, root))) return -1;
  } while (takeByte(r, COMMA));
  return takeByte(r, CLOSE_LIST) ? root : -1;
}

function takeTag(r: CanonicalReader): boolean {
  if (!takeByte(r, OPEN_LIST)) return false;
  if (takeByte(r, CLOSE_LIST)) return true;
  do if (!takeString(r)) return false;
  while (takeByte(r, COMMA));
  return takeByte(r, CLOSE_LIST);
}

const ROOT = Buffer.from('["E",');

function isRoot(text: Uint8Array, at: number): boolean {
  return text[at + 2] === ROOT[2] && ROOT.every((byte, i) => text[at + i] === byte);
}

/** TENEX knows a signature and an id by their lengths alone, in characters: with other than plain ones bytes would not count. */
function takeSigAndId(r: CanonicalReader, content: number): boolean {
  if (!takeByte(r, COMMA) || !takeString(r) || r.to - content - 1 !== QUOTED_SIG) return false;
  const sig = r.to;
  if (!takeByte(r, COMMA) || !takeString(r) || r.to - sig - 1 !== QUOTED_ID) return false;
  return takeByte(r, CLOSE_LIST) && r.from === r.end && isPlain(r.text, content, r.to);
}

/** Text that is as long in bytes as in characters, without escapes. */
function isPlain(text: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((text[i] ?? 0) >= 0x80 || text[i] === BACKSLASH) return false;
  return true;
}

/** Just after the string that begins at `from`. */
function stringEnd({ text }: CanonicalReader, from: number): number {
  let at = from + 1;
  while (text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** A text without its quotes, which is plain. */
function textAt({ text }: CanonicalReader, from: number, to: number): string {
  return text.toString('latin1', from + 1, to - 1);
}

/**
 * Takes JSON that is inside a JSON string apart in one pass, with the outer escapes undone as it goes: `text` up to `to` is
 * what was read. Only what `JSON.stringify` writes is understood; each `take` answers false at anything else.
 */
interface CanonicalReader {
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

/** Kept between files, up to `KEEP` bytes: of what is read into it nothing is needed once the next text is begun. */
let pool = Buffer.allocUnsafeSlow(1 << 16);
const KEEP = 1 << 24;

const LANE = 4;

/** A reader of the strings of one document. */
export function canonicalReader({ bytes }: Tape): CanonicalReader {
  const lanes = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, lanes, text: pool, textLanes: new DataView(pool.buffer), from: 0, end: 0, to: 0 };
}

/** Sets the reader on the string between these offsets, which are those of its quotes. */
function beginString(r: CanonicalReader, start: number, end: number): void {
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
function takeBytes(r: CanonicalReader, wanted: Uint8Array): boolean {
  for (const byte of wanted) {
    if (byte === QUOTE && r.bytes[r.from++] !== BACKSLASH) return false;
    if (r.bytes[r.from++] !== byte) return false;
    r.text[r.to++] = byte;
  }
  return true;
}

/** Is this the next byte? Then it is taken. */
function takeByte(r: CanonicalReader, byte: number): boolean {
  if (r.bytes[r.from] !== byte) return false;
  r.from++;
  r.text[r.to++] = byte;
  return true;
}

/** A string of the inner JSON, from quote to quote. */
function takeString(r: CanonicalReader): boolean {
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
function takeNumber(r: CanonicalReader): number {
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
