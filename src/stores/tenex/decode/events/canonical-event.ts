import { hash } from 'node:crypto';
import { spanOf, type Value } from '../../../../codecs/json/value.ts';
import { beginString, type CanonicalReader, takeByte, takeBytes, takeNumber, takeString } from './canonical-reader.ts';

/** What is wanted of a signed event as TENEX writes it, without making the event. */
export interface CanonicalEvent {
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
    computedId: hashed ? hashOf(r, content) : null,
  };
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
  if (text[at + 2] !== ROOT[2]) return false;
  for (let i = 0; i < ROOT.length; i++) if (text[at + i] !== ROOT[i]) return false;
  return true;
}

/** TENEX tells a signature and an id by their lengths alone, in characters: with other than plain ones bytes would not count. */
function takeSigAndId(r: CanonicalReader, content: number): boolean {
  if (!takeByte(r, COMMA) || !takeString(r) || r.to - content - 1 !== QUOTED_SIG) return false;
  const sig = r.to;
  if (!takeByte(r, COMMA) || !takeString(r) || r.to - sig - 1 !== QUOTED_ID) return false;
  return takeByte(r, CLOSE_LIST) && r.from === r.end && isPlain(r.text, content, r.to);
}

/** Text that is as long in bytes as in characters, and stands for itself. */
function isPlain(text: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = text[i] ?? 0;
    if (byte >= 0x80 || byte === BACKSLASH) return false;
  }
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

function hashOf({ text }: CanonicalReader, content: number): string {
  text[content] = CLOSE_LIST;
  return hash('sha256', text.subarray(0, content + 1));
}
