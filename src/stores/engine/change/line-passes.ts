import { LF, LF_BYTES } from '../../../codecs/bytes.ts';
import type { Edit } from '../../../codecs/edit.ts';
import type { ObjectSpan } from '../../../codecs/lines/shape.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { addAll, countEach } from '../../../model/collections.ts';
import type { Code } from '../../../model/finding.ts';
import type { FileFinding } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { gapsBeside } from '../faults/broken-lines.ts';
import { removedBy, removedNotes, removedNuls, replacing, wellFormed, withoutNuls } from '../range-edits.ts';
import { escapedControls } from '../raw-records.ts';
import { beforeTheirParents, groupsByUuid, isSameRecord, type LinkedRecord, linesInOrder } from '../record-order.ts';
import { valueAt } from '../records.ts';
import { timeAt } from '../text-at.ts';
import { decodedByMark } from '../utf16.ts';
import { halvesLost, type RangePass } from './passes.ts';

interface DamagedLine {
  readonly at: number;
  readonly length: number;
  readonly isEnded: boolean;
  readonly pieces?: readonly ObjectSpan[];
}

function keepingEdit(line: DamagedLine, records: Uint8Array): Edit {
  return replacing(line.at, removedLength(line, records.length), records);
}

/** A line of which no byte is kept goes with its end. */
function removedLength({ length, isEnded }: DamagedLine, bytesKept: number): number {
  return length + (bytesKept === 0 && isEnded ? 1 : 0);
}

/** The note of `withoutTorn`. */
export function tornRemoved(source: Source, line: DamagedLine) {
  const bytesKept = (line.pieces ?? []).reduce((sum, { start, end }) => sum + end - start, 0);
  return removedBy(source, { at: line.at, remove: removedLength(line, bytesKept) }, bytesKept);
}

/** Removes torn bytes, and keeps whole records on lines of their own. */
export function withoutTorn(source: Source, line: DamagedLine): Edit {
  const bytes = bytesAt(source, line.at, line.length);
  const whole = (line.pieces ?? []).map(({ start, end }) => bytes.toString('latin1', start, end)).join('\n');
  return keepingEdit(line, Buffer.from(whole, 'latin1'));
}

/** Puts each whole record and each torn piece on a line of its own. */
function recordsApart(source: Source, { at, length, pieces = [] }: DamagedLine): Edit {
  const bytes = bytesAt(source, at, length);
  const parts: Buffer[] = [];
  let from = 0;
  const take = (to: number) => {
    const part = bytes.subarray(from, to);
    from = to;
    // A comma between two records is not torn.
    if (!/^[\s,]*$/.test(part.toString('latin1'))) parts.push(part);
  };
  for (const { start, end } of pieces) {
    take(start);
    take(end);
  }
  take(bytes.length);
  return replacing(at, length, Buffer.concat(parts.flatMap((part, n) => (n === 0 ? [part] : [LF_BYTES, part]))));
}

function strayEdits(source: Source, { at, length, pieces = [] }: DamagedLine, gone: string[]): Edit[] {
  const bytes = bytesAt(source, at, length);
  const last = pieces.at(-1)?.end ?? 0;
  return gapsBeside(bytes, pieces).map(({ start, end }) => {
    gone.push(byteWords(bytes.subarray(start, end)));
    const isBetween = start > 0 && start < last && pieces.some((piece) => piece.end <= start);
    return replacing(at + start, end - start, isBetween ? '\n' : '');
  });
}

const MAX_STRAYS_NAMED = 8;

function strayNote(gone: readonly string[]): string {
  const words = Array.from(countEach(gone), ([each, count]) => (count === 1 ? each : `${each} ${count} times`));
  const more = words.length - MAX_STRAYS_NAMED;
  const named = words.slice(0, MAX_STRAYS_NAMED).join(', ');
  return `removed beside whole records: ${named}${more > 0 ? ` and ${more} more` : ''}; all records stay`;
}

/** Bytes as a quoted text if they are printable ASCII, else in hexadecimal. */
function byteWords(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  return /^[!-~]+$/.test(text) ? JSON.stringify(text) : `0x${Buffer.from(bytes).toString('hex')}`;
}

export function withoutRecord(source: Source, { at, length }: { readonly at: number; readonly length: number }): Edit {
  const isEnded = source.slice(at + length, 1)[0] === LF;
  const isAlone = at === 0 || source.slice(at - 1, 1)[0] === LF;
  return replacing(at, length + (isEnded && isAlone ? 1 : 0), '');
}

/** Passes over damaged lines of a session; `faultsOf`: these lines, with their codes. */
export function linePasses<Doc extends { readonly source: Source }>(
  faultsOf: (doc: Doc) => Iterable<DamagedLine & { readonly code: Code }>,
) {
  type Pass = RangePass<Doc, FileFinding>;
  type Due = Parameters<Pass['repair']>[0];
  const linesOf = (doc: Due) => dueLines(faultsOf(doc), doc);
  return {
    nul: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => {
        const all = linesOf(doc);
        const edits = all.flatMap((line) => withoutNuls(doc.source, line));
        return { edits, notes: removedNotes(all.map((line) => removedNuls(doc.source, line))) };
      },
    }),
    split: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => ({ edits: linesOf(doc).map((line) => recordsApart(doc.source, line)), notes: [] }),
    }),
    /** Removes a few bytes beside whole records, and puts a line end between two of those. */
    stray: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => {
        const gone: string[] = [];
        const edits = linesOf(doc).flatMap((line) => strayEdits(doc.source, line, gone));
        return { edits, notes: [strayNote(gone)] };
      },
    }),
    /** Escapes control characters in texts, and joins lines that raw line breaks made. */
    raw: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => {
        const written = ({ at, length }: DamagedLine) => escapedControls(bytesAt(doc.source, at, length));
        return { edits: linesOf(doc).map((line) => replacing(line.at, line.length, written(line))), notes: [] };
      },
    }),
    torn: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => {
        const all = linesOf(doc);
        const edits = all.map((line) => withoutTorn(doc.source, line));
        return { edits, notes: removedNotes(all.map((line) => tornRemoved(doc.source, line))) };
      },
    }),
    end: (...codes: Code[]): Pass => ({
      codes,
      repair: ({ source }) => ({ edits: [replacing(source.size, 0, '\n')], notes: [] }),
    }),
    utf16: (...codes: Code[]): Pass => ({
      codes,
      repair: ({ source }) => {
        const { bytes, halves } = decodedByMark(bytesAt(source, 0, source.size));
        return { ...halvesLost(halves), edits: [replacing(0, source.size, bytes)] };
      },
    }),
    utf8: (...codes: Code[]): Pass => ({
      codes,
      repair: (doc) => {
        const edits = linesOf(doc).flatMap(({ at, length }) => wellFormed(doc.source, at, length));
        const bytes = edits.reduce((sum, { remove }) => sum + remove, 0);
        return { edits, notes: [`${countOf(bytes, 'byte')} became U+FFFD`] };
      },
    }),
  };
}

export function dueLines<L extends Pick<FileFinding, 'code'>>(
  lines: Iterable<L>,
  { targets }: { readonly targets: readonly Pick<FileFinding, 'code'>[] },
): L[] {
  const codes = new Set(targets.map(({ code }) => code));
  return [...lines].filter(({ code }) => codes.has(code));
}

type RecordsOf<Doc> = (doc: Doc) => readonly LinkedRecord[];

/**
 * Removes copies of records. Of two records the one before its own parent is removed. Of the last record only its last copy stays, because
 * the program goes on from that.
 */
export function passForCopies<Doc extends { readonly source: Source }>(
  code: Code,
  recordsOf: RecordsOf<Doc>,
): RangePass<Doc, FileFinding> {
  return {
    codes: [code],
    repair: (doc) => {
      const all = recordsOf(doc);
      const early = new Set(beforeTheirParents(all));
      const last = all.at(-1);
      const gone: LinkedRecord[] = [];
      for (const group of groupsByUuid(all)) {
        const chosen = group.find((each) => each === last) ?? group.find((each) => !early.has(each)) ?? group[0];
        if (chosen === undefined) continue;
        addAll(
          gone,
          group.filter((each) => each !== chosen && isSameRecord(doc.source, chosen, each)),
        );
      }
      const edits = gone.sort((a, b) => a.at - b.at).map((each) => withoutRecord(doc.source, each));
      return { edits, notes: [`${countOf(gone.length, 'copy', 'copies')} taken away`] };
    },
  };
}

const MAX_ORDERED_BYTES = 2 ** 28;

/** Sorts records so that each follows its parent: by time, and if that does not suffice by links. */
export function passForOrder<Doc extends { readonly source: Source }>(
  code: Code,
  recordsOf: RecordsOf<Doc>,
): RangePass<Doc, FileFinding> {
  return {
    codes: [code],
    repair: (doc) => {
      const { source } = doc;
      if (source.size > MAX_ORDERED_BYTES) return 'has records out of order, and is too large to be put in order';
      const timeOf = (record: LinkedRecord) => timeAt(valueAt(source, record), 'timestamp') ?? Number.NaN;
      const { from, bytes } = linesInOrder(source, recordsOf(doc), timeOf);
      return { edits: [replacing(from, source.size - from, bytes)], notes: [] };
    },
  };
}
