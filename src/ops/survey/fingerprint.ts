import { digestOf } from '../../io/disk/digest.ts';
import { sentenceText } from '../../model/command.ts';
import type { Finding } from '../../model/finding.ts';
import { heldSource, type Part } from '../../model/part.ts';

/** Bytes at the place of a finding that make it this finding and no other. */
export const CONTENT = 48;

export interface FindingPlace {
  readonly kind: string;
  readonly project: string | null;
  /** The answer of `contentAt` for the finding; null where it has no place, or the file's bytes are not at hand. */
  readonly content: string | null;
}

/** Gives each finding a fingerprint of 32 hex digits: the same on every machine, and after edits elsewhere in the file. */
export interface Fingerprints {
  /** Works one out when it is called: few reports show them, and hashing loads a module of Node. */
  of(finding: Finding, place: FindingPlace): () => string;
}

/**
 * A fingerprint covers the code, the conversation, the file's place in its store, and the bytes that are wrong; without a place in
 * the file, the message without its numbers. Equal findings of one file are numbered.
 */
export function fingerprints(): Fingerprints {
  let path: string | null = null;
  let seen = new Map<string, number>();
  return {
    of: (finding, place) => {
      if (finding.path !== path) seen = new Map();
      path = finding.path;
      const key = [
        finding.code,
        place.kind,
        place.project ?? '',
        finding.id ?? '',
        finding.path,
        place.content ?? wordsOf(finding).replace(/\d+/g, '#'),
      ];
      const base = key.join('\0');
      const before = seen.get(base) ?? 0;
      seen.set(base, before + 1);
      return () => digestOf(new TextEncoder().encode(before === 0 ? base : `${base}\0${before}`)).slice(0, 32);
    },
  };
}

function wordsOf({ detail, wayOn }: Finding): string {
  return wayOn === undefined ? detail : `${detail}: ${sentenceText(wayOn)}`;
}

/** The bytes at the place of a finding, up to the end of the line. */
export function contentAt(bytes: Uint8Array, offset: number): string {
  const near = bytes.subarray(offset, offset + CONTENT);
  // Looked for in these alone: a document of one line may have a million findings.
  const end = near.indexOf(0x0a);
  return Buffer.from(end === -1 ? near : near.subarray(0, end)).toString('latin1');
}

/** A place in a text as editors count it, from 1; `column` in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Bytes between two remembered places: the most that one question reads. */
const STRIDE = 1 << 16;

/**
 * Answers where in a text a byte offset is; a line ends with LF. Many questions about one large file, in any order, cost one
 * pass over it. Bytes that are no UTF-8 are counted as if they were.
 */
export function lineColumns(text: Uint8Array | Ranges): (offset: number) => LineColumn {
  const { size, slice } = text instanceof Uint8Array ? heldSource(text) : text;
  const known: LineColumn[] = [{ line: 1, column: 1 }];
  let latest = { offset: 0, place: last(known) };
  return (offset) => {
    const end = Math.min(offset, size);
    for (let n = known.length; n * STRIDE <= end; n++) known.push(count(slice((n - 1) * STRIDE, STRIDE), last(known)));
    const near = Math.floor(end / STRIDE);
    // Offsets mostly ascend.
    const isNear = latest.offset >= near * STRIDE && latest.offset <= end;
    const from = isNear ? latest : { offset: near * STRIDE, place: known[near] ?? last(known) };
    const place = count(slice(from.offset, end - from.offset), from.place);
    latest = { offset: end, place };
    return place;
  };
}

/** A text that is read in ranges; as `Source` of a part. */
export type Ranges = NonNullable<Part['source']>;

function last(known: readonly LineColumn[]): LineColumn {
  return known.at(-1) ?? { line: 1, column: 1 };
}

function count(bytes: Uint8Array, start: LineColumn): LineColumn {
  let { line } = start;
  let from = 0;
  for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, from)) {
    line++;
    from = end + 1;
  }
  return { line, column: (from === 0 ? start.column : 1) + unitsIn(bytes, from) };
}

const LF = 0x0a;

/** UTF-16 units of the bytes from a place on: most are ASCII, of which four are looked at together. */
function unitsIn(bytes: Uint8Array, from: number): number {
  const { words, first } = wordsIn(bytes);
  let units = 0;
  for (let at = from; at < bytes.length; at++) {
    for (let n = (at - first) >> 2; (at - first) % 4 === 0 && isAscii(words[n]); n++) {
      units += 4;
      at += 4;
    }
    units += unitsOf(bytes[at] ?? CONTINUES);
  }
  return units;
}

/** All whole words of four bytes, and where the first of them begins. */
function wordsIn({ buffer, byteOffset, length }: Uint8Array): { readonly words: Int32Array; readonly first: number } {
  const first = -byteOffset & 3;
  if (length < first) return { words: new Int32Array(), first };
  return { words: new Int32Array(buffer, byteOffset + first, (length - first) >> 2), first };
}

function isAscii(word = CONTINUES): boolean {
  return (word & 0x80808080) === 0;
}

/** Upper bits of a continuation byte. */
const CONTINUES = 0x80;

/** UTF-16 units of the character at this lead byte. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === CONTINUES) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
