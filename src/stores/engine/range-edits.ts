import { asBuffer, illFormedRuns, LF, LF_BYTES, NO_BYTES, nulRuns } from '../../codecs/bytes.ts';
import type { Edit } from '../../codecs/edit.ts';
import { compacted } from '../../codecs/json/indented.ts';
import { scan } from '../../codecs/json/scan.ts';
import { lines } from '../../codecs/lines/lines.ts';
import { afterBlanks, type ObjectSpan, objectsIn, shapeOf } from '../../codecs/lines/shape.ts';
import { bytesAt, type Source } from '../../codecs/lines/source.ts';
import { countOf } from '../words.ts';
import { decodedUtf16, inUtf8 } from './utf16.ts';

export function replacing(at: number, remove: number, text: string | Uint8Array): Edit {
  return { at, remove, insert: typeof text === 'string' ? Buffer.from(text) : text };
}

interface FileLine {
  readonly at: number;
  /** Bytes without the line end. */
  readonly length: number;
  readonly isEnded: boolean;
}

/** Offset behind a line and its end. */
export function lineEnd({ at, length, isEnded }: FileLine): number {
  return at + length + (isEnded ? 1 : 0);
}

/** Removes a line with its end. */
export function withoutLine(line: FileLine): Edit {
  return replacing(line.at, lineEnd(line) - line.at, '');
}

/** Removes the NUL bytes of a line; a line of NUL bytes alone goes with its end. */
export function withoutNuls(source: Source, line: FileLine): Edit[] {
  const bytes = bytesAt(source, line.at, line.length);
  const edits: Edit[] = [];
  for (const { at, length } of nulRuns(bytes)) {
    if (length === bytes.length) return [withoutLine(line)];
    if (edits.length === MAX_NUL_EDITS)
      return [
        replacing(
          line.at,
          line.length,
          bytes.filter((byte) => byte !== 0),
        ),
      ];
    edits.push(replacing(line.at + at, length, ''));
  }
  return edits;
}

/** A line with more runs of NUL bytes is written anew: a million edits take 20 seconds. */
const MAX_NUL_EDITS = 1_000;

export function appendEdit(source: Source, record: object): Edit {
  return appendedAll(source, [record]);
}

export function appendedAll(source: Source, records: readonly object[]): Edit {
  return appendedLines(source, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Appends whole lines to a file; an unterminated last line gets its end first. */
export function appendedLines(file: Source | Uint8Array, lines: string | Uint8Array): Edit {
  const size = file instanceof Uint8Array ? file.length : file.size;
  return replacing(size, 0, Buffer.concat([lacksEnd(file) ? LF_BYTES : NO_BYTES, Buffer.from(lines)]));
}

export function lacksEnd(file: Source | Uint8Array): boolean {
  const last = file instanceof Uint8Array ? file.at(-1) : file.slice(Math.max(0, file.size - 1), 1)[0];
  return last !== undefined && last !== LF;
}

const MAX_MULTILINE_BYTES = 2 ** 26;

/** Number of whole objects, wherever lines end; 0 if there is anything else. */
export function objectsAlone(source: Source): number {
  return objectTexts(source).length;
}

/** Whole objects, wherever lines end; none if there is anything else. */
export function objectTexts(source: Source): Buffer[] {
  if (source.size > MAX_MULTILINE_BYTES) return [];
  const bytes = bytesAt(source, 0, source.size);
  return (objectsOf(bytes) ?? []).map(({ start, end }) => bytes.subarray(start, end));
}

const [LIST, LIST_END, COMMA] = [0x5b, 0x5d, 0x2c];

/**
 * True for a file of whole objects, but not one per line: over several lines, or in a list. `hasRecords`: its program reads some, so only a
 * list counts.
 */
export function areObjectsApart(source: Source, hasRecords = false): boolean {
  if (hasRecords && !isList(source)) return false;
  for (const { bytes } of lines(source, { ends: 'lf' })) {
    if (bytes === null) return false;
    const { shape, pieces } = shapeOf(bytes, scan(bytes));
    if (shape === 'blank') continue;
    return shape !== 'whole' && pieces.length < 2 && objectsAlone(source) > 0;
  }
  return false;
}

function isList(source: Source): boolean {
  const head = bytesAt(source, 0, Math.min(LIST_HEAD_BYTES, source.size));
  return head[afterBlanks(head, 0)] === LIST;
}

const LIST_HEAD_BYTES = 64;

/** Consecutive objects with or without commas between them, or one list of objects and objects after it; null for anything else. */
function objectsOf(bytes: Uint8Array): ObjectSpan[] | null {
  const start = afterBlanks(bytes, 0);
  const isList = bytes[start] === LIST;
  const objects = objectsIn(bytes, isList ? start + 1 : start);
  const behind = afterBlanks(bytes, objects.at(-1)?.end ?? 0);
  const end = bytes[behind] === COMMA ? afterBlanks(bytes, behind + 1) : behind;
  if (!isList) return end === bytes.length ? objects : null;
  if (bytes[end] !== LIST_END) return null;
  const appended = objectsIn(bytes, end + 1);
  const isWhole = afterBlanks(bytes, appended.at(-1)?.end ?? end + 1) === bytes.length;
  return isWhole ? [...objects, ...appended] : null;
}

/** First whole records of a file in UTF-16, or of one whose records are not one per line, as lines of UTF-8. */
export function firstRecordsAsLines(head: Uint8Array): Buffer {
  const bytes = decodedHead(head);
  const start = afterBlanks(bytes, 0);
  const records = objectsIn(bytes, bytes[start] === LIST ? start + 1 : start);
  return Buffer.concat(records.flatMap(({ start: at, end }) => [compacted(bytes.subarray(at, end)), LF_BYTES]));
}

/** The bytes in UTF-8; also decodes UTF-16 without a byte-order mark. */
function decodedHead(bytes: Uint8Array): Uint8Array {
  const isMarkless = bytes[0] === 0 || bytes[1] === 0;
  return isMarkless ? decodedUtf16(bytes, bytes[0] === 0).bytes : inUtf8(asBuffer(bytes));
}

export function oneObjectALine(source: Source): Edit[] {
  const bytes = bytesAt(source, 0, source.size);
  const lines = (objectsOf(bytes) ?? []).flatMap(({ start, end }) => [compacted(bytes.subarray(start, end)), LF_BYTES]);
  return [replacing(0, source.size, Buffer.concat(lines))];
}

/** Replaces each byte that is not UTF-8 by U+FFFD, from a place to the end of its line. */
export function wellFormed(source: Source, at: number, length: number): Edit[] {
  const bytes = bytesAt(source, at, Math.min(length, source.size - at));
  const end = bytes.indexOf(LF);
  const line = end < 0 ? bytes : bytes.subarray(0, end);
  return illFormedRuns(line).map((run) => replacing(at + run.at, run.length, '\ufffd'.repeat(run.length)));
}

/** Bytes that a heal takes away, at an offset of the file. */
export interface Removed {
  readonly at: number;
  readonly bytes: number;
  /** True for a whole line. */
  readonly isLine: boolean;
  /** How many of them are NUL. */
  readonly nuls: number;
}

const MAX_NAMED = 20;

/** A note for each place, with its size. */
export function removedNotes(all: readonly Removed[]): string[] {
  const rest = all.slice(MAX_NAMED);
  const bytes = rest.reduce((sum, each) => sum + each.bytes, 0);
  const more = rest.length === 0 ? [] : [`and ${countOf(rest.length, 'more place')}, ${countOf(bytes, 'byte')}`];
  return [...all.slice(0, MAX_NAMED).map(removedNote), ...more];
}

function removedNote({ at, bytes, isLine, nuls }: Removed): string {
  if (nuls === bytes) return `${countOf(nuls, 'NUL byte')} at byte ${at} removed`;
  const lost = nuls === 0 ? '' : `, ${nuls} of them NUL: what was there is overwritten`;
  return `the ${isLine ? 'line' : 'torn part'} at byte ${at} is removed, ${countOf(bytes, 'byte')}${lost}`;
}

/** Of an edit that takes away all but some whole records. `bytesKept`: of these. */
export function removedBy(
  source: Source,
  { at, remove }: Pick<Edit, 'at' | 'remove'>,
  bytesKept: number,
  isLine = bytesKept === 0,
): Removed {
  return { at, bytes: remove - bytesKept, isLine, nuls: nulsAt(source, at, remove).count };
}

/** NUL bytes of a line, from the first. */
export function removedNuls(source: Source, { at, length }: { readonly at: number; readonly length: number }): Removed {
  const { first, count } = nulsAt(source, at, length);
  return { at: at + first, bytes: count, isLine: false, nuls: count };
}

function nulsAt(source: Source, at: number, length: number): { readonly first: number; readonly count: number } {
  let first = -1;
  let count = 0;
  for (const run of nulRuns(bytesAt(source, at, length))) {
    if (first < 0) first = run.at;
    count += run.length;
  }
  return { first: Math.max(0, first), count };
}
