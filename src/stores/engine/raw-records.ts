import { LF } from '../../codecs/bytes.ts';
import type { Shape } from '../../codecs/lines/shape.ts';
import { bytesAt, type Source } from '../../codecs/lines/source.ts';
import type { Span } from './records.ts';

/** A torn record that later lines may continue. */
interface OpenRecord {
  readonly place: Span;
  /** It ends inside a text. */
  readonly isText: boolean;
  /** Number of lines that could have completed it, but did not. */
  readonly tries: number;
}

const MAX_JOINED_BYTES = 2 ** 22;
const MAX_TRIES = 16;
/** The start of a record. No line within a text matches, because JSON escapes its quotes. */
const RECORD_START = /^\s*\{"type":/;

/** Finds records with raw control characters in their texts; raw line breaks spread a record over lines. */
export class RawRecords {
  readonly #source: Source;
  readonly #isRecord: (bytes: Uint8Array) => boolean;
  #open: OpenRecord | null = null;

  constructor(source: Source, isRecord: (bytes: Uint8Array) => boolean) {
    this.#source = source;
    this.#isRecord = isRecord;
  }

  /** Takes a line that is JSON: a record ends an open text, and any other value may be part of it. */
  whole(bytes: Uint8Array, place: Span, isRecord: boolean): void {
    this.#open = this.#open === null || isRecord ? null : goneOn(this.#open, bytes, place);
  }

  /** The record that a broken line completes; null for none. */
  broken(bytes: Uint8Array, place: Span, shape: Shape): Span | null {
    const open = goneOn(RECORD_START.test(startOf(bytes)) ? null : this.#open, bytes, place);
    const { line, at } = open.place;
    const length = place.at + place.length - at;
    const isJoined = at < place.at;
    const isShort = length <= MAX_JOINED_BYTES;
    const isTried = !open.isText && (isShort || !isJoined);
    const isWhole = isTried && this.#isRecord(escapedControls(bytesAt(this.#source, at, length)));
    const goesOn = !isWhole && isShort && (shape === 'torn' || isJoined);
    this.#open = goesOn && open.tries < MAX_TRIES ? open : null;
    return isWhole ? { line, at, length } : null;
  }
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 64)).toString('latin1');
}

/** The open record with the next line; `open` null: the line begins one. */
function goneOn(open: OpenRecord | null, bytes: Uint8Array, place: Span): OpenRecord {
  const isText = endsInText(bytes, open?.isText ?? false);
  return { place: open?.place ?? place, isText, tries: (open?.tries ?? 0) + (isText ? 0 : 1) };
}

const [QUOTE, ESCAPE, SPACE] = [0x22, 0x5c, 0x20];

/** The record on one line: control characters in texts become escapes, line breaks outside become spaces. */
export function escapedControls(bytes: Uint8Array): Buffer {
  const parts: Buffer[] = [];
  let [from, isText] = [0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) isText = !isText;
    else if (byte === ESCAPE && isText) at++;
    const written = writtenFor(byte, isText);
    if (written !== null) {
      parts.push(Buffer.from(bytes.subarray(from, at)), Buffer.from(written));
      from = at + 1;
    }
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

function writtenFor(byte: number, isText: boolean): string | null {
  if (!isText) return byte === LF ? ' ' : null;
  return byte < SPACE ? `\\u${byte.toString(16).padStart(4, '0')}` : null;
}

/** True if a text is open at the end of the bytes. `isText`: one is open at their start. */
function endsInText(bytes: Uint8Array, isText: boolean): boolean {
  let isOpen = isText;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === QUOTE) isOpen = !isOpen;
    else if (bytes[at] === ESCAPE && isOpen) at++;
  return isOpen;
}
