import { isUtf8 } from 'node:buffer';
import { asBuffer, CR, isUtf16, LF } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { isObject, root } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { maximum } from '../../../model/collections.ts';
import type { Part } from '../../../model/part.ts';
import { escapedPattern } from '../../../model/pattern.ts';
import type { SearchQuery } from '../../../model/search.ts';
import type { NameList } from '../../kind.ts';
import { type ByteFinder, byteFinder, COLOURS, withoutColours } from './find-bytes.ts';

type Filtered = Pick<Part, 'path' | 'bytes' | 'source' | 'size'>;

export interface ByteFilter {
  /**
   * False for a file that cannot match, before it is decoded. True for one with damaged lines, so that they are reported, unless
   * `wordsAlone`.
   */
  (part: Filtered, wordsAlone?: boolean): boolean;
  /** True if one of these names may match. Results are cached: many conversations may share one list. */
  isAmong(names: NameList): boolean;
}

/** True if a file, or one of its names in shared files, may match; a null filter accepts all. */
export function mayHold(
  filter: ByteFilter | null,
  parts: readonly Part[],
  { names, wordsAlone = false }: { readonly names: () => readonly NameList[]; readonly wordsAlone?: boolean },
): boolean {
  return (
    filter === null || parts.some((part) => filter(part, wordsAlone)) || names().some((list) => filter.isAmong(list))
  );
}

/** Key of a resource in base64, even in JSON within a text: its words are not in the bytes. */
export const BLOB = '"blob';

function rememberingNames(admits: (part: Filtered) => boolean): ByteFilter['isAmong'] {
  const answers = new WeakMap<NameList, boolean>();
  return (names) => {
    const known = answers.get(names);
    if (known !== undefined) return known;
    // Fragments have no line feeds.
    const bytes = Buffer.from(names.join('\n'));
    const isIn = admits({ path: '', bytes, source: null, size: bytes.length });
    answers.set(names, isIn);
    return isIn;
  };
}

const WINDOW = 1 << 20;

/**
 * A filter for a query: a file without all of its fragments cannot match. A fragment is a pattern's longest run of characters that JSON
 * never escapes. Null if a pattern has none.
 */
export function byteFilter({
  patterns,
  syntax,
  ignoreCase,
}: Pick<SearchQuery, 'patterns' | 'syntax' | 'ignoreCase'>): ByteFilter | null {
  const fragments = patterns.map((pattern) =>
    fragmentOf(syntax === 'literal' ? pattern : literalIn(pattern), ignoreCase),
  );
  if (fragments.some((fragment) => fragment.length < MIN_FRAGMENT_BYTES)) return null;
  const telling = [...fragments, BLOB];
  const overlap = maximum(telling.map((fragment) => fragment.length)) + COLOURED;
  const finder = fastFinder(telling, ignoreCase) ?? slowFinder(telling, ignoreCase);
  const admits = (part: Filtered, wordsAlone = false) => {
    const { path } = part;
    if (COMPRESSED.test(path)) return true;
    const ends = path.endsWith('.jsonl') ? ENDS_OF_LINES : DOCUMENT.test(path) ? LINE_OR_BLOCK_ENDS : null;
    if (!wordsAlone && isBrokenDocument(part)) return true;
    return anyIn(finder, searchWindows(part, finder.buffer, overlap), { ends, wordsAlone });
  };
  return Object.assign(admits, { isAmong: rememberingNames(admits) });
}

export function isDamagedWindow({ bytes, isFirst, isLast }: Window, next: NextBeginning): boolean {
  return isTorn(bytes, { isFirst, isLast, ends: ENDS_OF_LINES }, next);
}

/** True if words of a file of lines may not be in its bytes as they are. */
export function isOpaqueWindow({ bytes, isFirst }: Window): boolean {
  return (isFirst && isOpaque(bytes)) || bytes.includes(0);
}

/** True for a file with UTF-16, NUL bytes or no text. */
export function isOpaqueFile(part: Filtered): boolean {
  const buffer = Buffer.alloc(Math.min(WINDOW, part.size));
  for (const window of searchWindows(part, buffer, 0)) if (isOpaqueWindow(window)) return true;
  return false;
}

/** Bytes of a file in the finder's memory, valid until the next window. */
export interface Window {
  readonly bytes: Buffer;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Windows of a file; `overlap`: bytes of each that the next one repeats. None for a file without bytes. */
export function* searchWindows(
  { bytes, source, size }: Pick<Filtered, 'bytes' | 'source' | 'size'>,
  buffer: Buffer,
  overlap: number,
): Generator<Window> {
  const fill = bytes === null ? source && (source.fill ?? fillFromSource(source)) : fillFromBytes(bytes);
  const all = bytes?.length ?? size;
  for (let at = 0; fill != null && at < all; at += buffer.length - overlap) {
    // A search for a byte takes forty times as long in a typed array.
    const filled = asBuffer(fill(buffer, at));
    yield { bytes: filled, isFirst: at === 0, isLast: at + filled.length >= all };
  }
}

/** True for a file of lines: its words are in the bytes, except for escapes. */
export function isOfLines({ path }: Pick<Part, 'path'>): boolean {
  return path.endsWith('.jsonl') || path.endsWith('.txt');
}

/** Files with these names are compressed: their words are not in the bytes. */
const COMPRESSED = /\.zst$|\.jsonl\.gz$/i;
/** A JSON document, or one that its program put aside. */
const DOCUMENT = /\.json(?:\.\w+\.\d+\.bak)?$/;

type FillBuffer = (buffer: Uint8Array, at: number) => Uint8Array;

interface FileSearch {
  /** Bytes with which a whole file ends; null for any. */
  readonly ends: readonly number[] | null;
  readonly wordsAlone: boolean;
}

/** True for a match, and for files that need decoding: torn ones, and those whose words may not be in their bytes. */
function anyIn(finder: Finder, windows: Iterable<Window>, { ends, wordsAlone }: FileSearch): boolean {
  for (const { bytes, isFirst, isLast } of windows) {
    if (isFirst && ends !== null && isOpaque(bytes)) return true;
    if (ends === ENDS_OF_LINES && bytes.includes(0)) return true;
    const next: NextBeginning = (n, from) => finder.beginningFrom(n, from, bytes.length);
    if (!wordsAlone && isTorn(bytes, { isFirst, isLast, ends }, next)) return true;
    if (isShown(finder, bytes, ends !== null)) return true;
  }
  return false;
}

function isShown({ isIn, colourFrom }: Finder, bytes: Buffer, isJson: boolean): boolean {
  if (isIn(bytes.length)) return true;
  const { length } = withoutColours(bytes, isJson, (n, from) => colourFrom(n, from, bytes.length));
  return length < bytes.length && isIn(length);
}

function isTorn(
  filled: Buffer,
  { isFirst, isLast, ends }: Pick<FileSearch, 'ends'> & Pick<Window, 'isFirst' | 'isLast'>,
  next: NextBeginning,
): boolean {
  const isEnded = !isLast || ends === null || ends.includes(filled[filled.length - 1] ?? 0);
  if ((!isEnded && !endsWhole(filled, isFirst)) || hasOddLine(filled, ends)) return true;
  return (
    ends === ENDS_OF_LINES &&
    (hasSplice(filled, next) ||
      (isFirst && !BEHIND_END.includes(filled[0] ?? OPEN)) ||
      !isText(filled, isFirst, isLast))
  );
}

/** False for lines that are not UTF-8. Lines that a window cuts are ignored. */
function isText(filled: Buffer, isFirst: boolean, isLast: boolean): boolean {
  const from = isFirst ? 0 : filled.indexOf(LF) + 1;
  const to = isLast ? filled.length : filled.lastIndexOf(LF) + 1;
  return from >= to || isUtf8(filled.subarray(from, to));
}

/** True for a document in memory that is not JSON after the program's prefix. An empty one has no words. */
function isBrokenDocument({ path, bytes }: Filtered): boolean {
  if (bytes === null || bytes.length === 0 || !path.endsWith('.json')) return false;
  const start = bytes.findIndex((byte) => byte === OPEN || byte === OPEN_LIST);
  const tape = scan(bytes.subarray(Math.max(0, start)));
  return tape.fault !== null || tape.illFormed >= 0;
}

/** True for a line that does not begin and end like a record: words may be missing there. */
function hasOddLine(bytes: Buffer, ends: FileSearch['ends']): boolean {
  if (ends !== ENDS_OF_LINES) return false;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const before = bytes[bytes[at - 1] === CR ? at - 2 : at - 1] ?? BRACE;
    const after = bytes[at + 1] ?? OPEN;
    if (!BEFORE_END.includes(before) || !BEHIND_END.includes(after)) return true;
  }
  return false;
}

/** The next offset of text `n` of `RECORD_BEGINNINGS`; -1 for none. */
type NextBeginning = (n: number, from: number) => number;

/** True for a record that begins within a text, after another one, or in place of a key: quotes in texts are escaped. */
function hasSplice(bytes: Buffer, next: NextBeginning): boolean {
  return RECORD_BEGINNINGS.some((_, n) => {
    for (let at = next(n, 1); at > 0; at = next(n, at + 1)) if (!isBesideObjects(bytes, at)) return true;
    return false;
  });
}

/** True if a record begins where an object may. A list with other values before a comma is rare; its file counts as damaged. */
function isBesideObjects(bytes: Buffer, at: number): boolean {
  const before = bytes[at - 1] ?? LF;
  return before === COMMA ? BEFORE_COMMA.includes(bytes[at - 2] ?? LF) : BEFORE_OBJECT.includes(before);
}

export const RECORD_BEGINNINGS = ['{"parentUuid":', '{"timestamp":', '{"uuid":', '{"type":'] as const;
const BEFORE_OBJECT = [...Buffer.from('\n\r\t :[')];
const BEFORE_COMMA = [...Buffer.from('\n\r\t ]}')];
const COMMA = 0x2c;
const [SPACE, BRACE, BRACKET, OPEN] = [0x20, 0x7d, 0x5d, 0x7b];
const OPEN_LIST = 0x5b;
const BEFORE_END = [BRACE, LF];
const BEHIND_END = [OPEN, LF, CR];
const ENDS_OF_LINES = [LF];
const LINE_OR_BLOCK_ENDS = [LF, SPACE, BRACE, BRACKET];

function endsWhole(filled: Uint8Array, isAll: boolean): boolean {
  const from = filled.lastIndexOf(LF) + 1;
  return (from > 0 || isAll) && isRecord(filled.slice(from));
}

/** True for the bytes of one JSON object, in UTF-8. */
export function isRecord(bytes: Uint8Array): boolean {
  const tape = scan(bytes);
  return tape.fault === null && tape.illFormed < 0 && isObject(root(tape));
}

/** True for UTF-16 or bytes that are not text: by a mark, or a control character near the start. */
function isOpaque(text: Uint8Array): boolean {
  const [a = SPACE, b = SPACE] = text;
  return isControl(a) || isControl(b) || isUtf16(text);
}

function isControl(byte: number): boolean {
  return byte < SPACE && ![0x09, LF, 0x0d].includes(byte);
}

function fillFromBytes(bytes: Uint8Array): FillBuffer {
  return (buffer, at) => filled(buffer, bytes.subarray(at, at + buffer.length));
}

function fillFromSource(source: Source): FillBuffer {
  return (buffer, at) => filled(buffer, source.slice(at, Math.min(buffer.length, source.size - at)));
}

function filled(buffer: Uint8Array, bytes: Uint8Array): Uint8Array {
  buffer.set(bytes);
  return buffer.subarray(0, bytes.length);
}

/** Bytes of colours within a fragment that two windows share. */
const COLOURED = 64;

interface Finder extends Pick<ByteFinder, 'buffer'> {
  isIn(length: number): boolean;
  /** Offset of text `n` of `COLOURS` from a place on; -1 for none. */
  colourFrom(n: number, from: number, length: number): number;
  /** Offset of text `n` of `RECORD_BEGINNINGS` from a place on; -1 for none. */
  beginningFrom(n: number, from: number, length: number): number;
}

function fastFinder(fragments: readonly string[], ignoreCase: boolean): Finder | null {
  const finder = byteFinder([...fragments, ...COLOURS, ...RECORD_BEGINNINGS], ignoreCase);
  if (finder === null) return null;
  return {
    buffer: finder.buffer,
    isIn: (length) => fragments.some((_, n) => finder.next(n, 0, length) >= 0),
    colourFrom: (n, from, length) => finder.next(fragments.length + n, from, length),
    beginningFrom: (n, from, length) => finder.next(fragments.length + COLOURS.length + n, from, length),
  };
}

function slowFinder(fragments: readonly string[], ignoreCase: boolean): Finder {
  const buffer = Buffer.alloc(WINDOW);
  const isIn = ignoreCase ? ignoringCase(fragments) : exactly(fragments);
  return {
    buffer,
    isIn: (length) => isIn(buffer.subarray(0, length)),
    colourFrom: (n, from, length) => buffer.subarray(0, length).indexOf(COLOURS[n] ?? '', from, 'latin1'),
    beginningFrom: (n, from, length) => buffer.subarray(0, length).indexOf(RECORD_BEGINNINGS[n] ?? '', from, 'latin1'),
  };
}

/** Bytes per string: V8 does not allocate larger ones among young objects, which doubles the time. */
const PIECE_BYTES = 1 << 16;

const MIN_FRAGMENT_BYTES = 2;

function exactly(fragments: readonly string[]): (bytes: Buffer) => boolean {
  return (bytes) => fragments.some((fragment) => bytes.includes(fragment, 0, 'latin1'));
}

function ignoringCase(fragments: readonly string[]): (bytes: Buffer) => boolean {
  const any = new RegExp(fragments.map(escapedPattern).join('|'), 'i');
  const overlap = maximum(fragments.map((fragment) => fragment.length));
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES - overlap)
      if (any.test(bytes.toString('latin1', at, at + PIECE_BYTES))) return true;
    return false;
  };
}

/**
 * The longest run of characters that no writer of JSON escapes, without blanks, which a program may keep as tags. K and S have other forms
 * beyond ASCII if case is ignored. Of a tool's name (`server.tool`, `mcp__server__tool`), a long enough part is preferred: a file may have
 * the parts separately.
 */
function fragmentOf(pattern: string, ignoreCase: boolean): string {
  const runs = pattern.split(ignoreCase ? /[^A-JL-RT-Za-jl-rt-z0-9_.,:;()=-]+|__+/ : /[^A-Za-z0-9_.,:;()=-]+|__+/);
  const part = longestOf(runs.flatMap((run) => run.split(/[.:]/)));
  return part.length >= TELLING ? part : longestOf(runs);
}

const TELLING = 4;

function longestOf(runs: readonly string[]): string {
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}

/** The longest text in every match of an expression; empty for an expression with operators. */
function literalIn(pattern: string): string {
  if (/[|(\\?*{[]/.test(pattern)) return '';
  return longestOf(pattern.replace(/[\^$]/g, '').split(/.\+|\./));
}
