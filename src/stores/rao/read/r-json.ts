import { isBomAt, LF } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import type { Tape } from '../../../codecs/json/tape.ts';
import { elements, isArray, isObject, root, type Value } from '../../../codecs/json/value.ts';
import { LARGE_FILE, type Part } from '../../../model/part.ts';

interface RScan {
  readonly tape: Tape;
  /** Offset after a byte-order mark, which R removes with a warning. */
  readonly start: number;
  /** The first comment or form feed, which R skips and JSON forbids; -1 for none. */
  readonly beyondJson: number;
}

type ParsedAs = 'file' | 'lines';

/**
 * Scans as R reads (docs/formats/rao.md, "JSON as R has it"). Bytes that R skips are blanked in a copy, so offsets
 * stay. Strict JSON needs no copy.
 */
export function scanAsR(bytes: Uint8Array, reading: ParsedAs = 'file'): RScan {
  const known = bytes.length < LARGE_FILE ? undefined : SCANNED[reading].get(bytes);
  const scanned = known ?? scannedAsR(bytes, reading);
  if (bytes.length >= LARGE_FILE) SCANNED[reading].set(bytes, scanned);
  return scanned;
}

/** Scans of large files, one for each, however often it is opened: two tapes would be too large. */
const SCANNED = { file: new WeakMap<Uint8Array, RScan>(), lines: new WeakMap<Uint8Array, RScan>() };

function scannedAsR(bytes: Uint8Array, reading: ParsedAs): RScan {
  const start = markAt(bytes, 0);
  const tape = scan(bytes, start);
  if (tape.fault === null) return { tape, start, beyondJson: -1 };
  // Joined lines lose a second byte-order mark as well.
  const from = reading === 'lines' ? markAt(bytes, start) : start;
  // A merely truncated file needs no copy.
  const isPlain = blankBeyondJson(bytes, from, false) < 0 && (reading === 'file' || bytes.indexOf(NUL, start) < 0);
  if (isPlain && from === start) return { tape, start, beyondJson: -1 };
  const copy = Uint8Array.from(bytes);
  if (reading === 'lines') blankAfterNul(copy, start, from);
  const beyondJson = blankBeyondJson(copy, from, true);
  const isSame = copy.every((byte, at) => byte === bytes[at]);
  return isSame ? { tape, start, beyondJson } : { tape: scan(copy, start), start, beyondJson };
}

function markAt(bytes: Uint8Array, at: number): number {
  return isBomAt(bytes, at) ? at + 3 : at;
}

const NUL = 0;
const SPACE = 0x20;
const QUOTE = 0x22;
const STAR = 0x2a;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

function blankAfterNul(bytes: Uint8Array, start: number, from: number): void {
  bytes.fill(SPACE, start, from);
  for (let at = bytes.indexOf(NUL, from); at >= 0; at = bytes.indexOf(NUL, at)) {
    const end = bytes.indexOf(LF, at);
    bytes.fill(SPACE, at, end < 0 ? bytes.length : end);
  }
}

/** Blanks comments, vertical tabs and form feeds outside texts if `blanks`. Returns the first one's offset, or -1. */
function blankBeyondJson(bytes: Uint8Array, from: number, blanks: boolean): number {
  let first = -1;
  for (let at = from; at < bytes.length; ) {
    const end = bytes[at] === QUOTE ? at : afterBlank(bytes, at);
    if (end === at) {
      at = bytes[at] === QUOTE ? afterText(bytes, at) : at + 1;
      continue;
    }
    if (first < 0) first = at;
    if (!blanks) return first;
    bytes.fill(SPACE, at, end);
    at = end;
  }
  return first;
}

/** The end of bytes that R skips; `at` if there are none. */
function afterBlank(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === SLASH) return afterComment(bytes, at);
  return byte === 0x0b || byte === 0x0c ? at + 1 : at;
}

export function afterText(bytes: Uint8Array, quote: number): number {
  let at = quote + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The end of a comment; `slash` for none. An unclosed comment ends the file. */
function afterComment(bytes: Uint8Array, slash: number): number {
  if (bytes[slash + 1] === SLASH) {
    const end = bytes.indexOf(LF, slash);
    return end < 0 ? bytes.length : end;
  }
  if (bytes[slash + 1] !== STAR) return slash;
  for (let at = bytes.indexOf(STAR, slash + 2); at >= 0; at = bytes.indexOf(STAR, at + 1))
    if (bytes[at + 1] === SLASH) return at + 2;
  return bytes.length;
}

/**
 * The first byte that R's JSON reader refuses, or -1. It checks only the pattern of lead and continuation bytes:
 * overlong forms, surrogates and code points beyond Unicode pass (docs/formats/rao.md, "JSON as R has it").
 */
export function refusedByYajl(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    if (length === 0) return at;
    for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return at;
    at += length;
  }
  return -1;
}

function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >> 5 === 0b110) return 2;
  if (lead >> 4 === 0b1110) return 3;
  return lead >> 3 === 0b11110 ? 4 : 0;
}

export interface JsonFile {
  readonly part: Part;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly tape: Tape;
  readonly root: Value | null;
  readonly beyondJson: number;
  /** The reason, to follow the file's name, why R cannot read it; null if R can. */
  readonly error: string | null;
}

/** Opens a JSON file; null for a part without bytes. Offsets count from the start of the file. */
export function openJson(part: Part, reading: ParsedAs = 'file'): JsonFile | null {
  const { bytes } = part;
  if (bytes === null) return null;
  const { tape, start, beyondJson } = scanAsR(bytes, reading);
  return { part, bytes, start, tape, root: root(tape), beyondJson, error: errorOf(tape, reading) };
}

/** The reason why R cannot read a file; null if it can. R checks the encoding only when it reads the file itself. */
function errorOf(tape: Tape, reading: ParsedAs): string | null {
  if (tape.fault !== null) return `is not JSON: expected ${tape.fault.expected} at byte ${tape.fault.offset}`;
  if (tape.illFormed < 0 || reading === 'lines') return null;
  const offset = refusedByYajl(tape.bytes, tape.illFormed);
  return offset < 0 ? null : `has ill-formed UTF-8 at byte ${offset}`;
}

/**
 * True for a list that jsonlite makes a vector or matrix, in which R's `$` stops: plain values or null, or equally long
 * lists of those. A list of objects becomes columns; an empty one stays a list.
 */
export function isVector(value: Value): boolean {
  return shapeOf(value) !== null;
}

const MAX_DEPTH = 170;

/** Lengths of a vector or matrix, outermost first; null for a value that stays a list. */
function shapeOf(value: Value, depth = 0): readonly number[] | null {
  if (!isArray(value) || depth > MAX_DEPTH) return null;
  const items = elements(value);
  if (items.length === 0) return null;
  if (items.every((item) => !isArray(item) && !isObject(item))) return [items.length];
  const [first, ...rest] = items.map((item) => shapeOf(item, depth + 1));
  if (first == null || rest.some((shape) => shape === null || shape.join() !== first.join())) return null;
  return [items.length, ...first];
}
