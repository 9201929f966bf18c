import { firstWhere, illFormedAt, isBomAt, LF_BYTES, NO_BYTES, nulRuns } from '../../../../codecs/bytes.ts';
import { type Edit, shifted } from '../../../../codecs/edit.ts';
import { compacted } from '../../../../codecs/json/indented.ts';
import { scan } from '../../../../codecs/json/scan.ts';
import { elements, root, spanOf } from '../../../../codecs/json/value.ts';
import { lines } from '../../../../codecs/lines/lines.ts';
import { afterBlanks, afterObject, shapeOf } from '../../../../codecs/lines/shape.ts';
import { bytesAt, type Source } from '../../../../codecs/lines/source.ts';
import type { Code } from '../../../../model/finding.ts';
import { type FileRepair, halvesLost } from '../../../engine/change/passes.ts';
import { isConflictMark, notesOfMarksRemoved } from '../../../engine/faults/torn.ts';
import { removedBy, removedNotes, replacing } from '../../../engine/range-edits.ts';
import { decodedUtf16 } from '../../../engine/utf16.ts';
import { countOf } from '../../../words.ts';
import { ODD_OUTSIDE, wholeRecordsIn } from '../../checks/line-checks.ts';
import { endedByCopy } from '../../checks/misplaced.ts';
import { SpreadRecord } from '../../checks/raw-controls.ts';
import { isOverLines, LINE_ENDS, pieces, textStart } from '../../read/pieces.ts';
import type { SessionFile } from '../../session-file.ts';
import { type ClaudePass, type HealContext, targetsOf } from './pass.ts';

/** Makes a file without lines one of lines; bytes of records do not change. */
export const shapePass: ClaudePass = {
  codes: ['CL019', 'CL020', 'CL028'],
  repair: ({ source, file }) => {
    const kind = file.shape();
    if (kind === 'gzip') return unpackEdits(source, file.unpacked());
    if (kind === 'array') return { edits: onLines(source), notes: ['each record of the list gets a line of its own'] };
    return kind === null ? { edits: [], notes: [] } : transcodeEdits(source, kind === 'utf-16be');
  },
};

function unpackEdits(source: Source, unpacked: Uint8Array | null): FileRepair {
  const edits = unpacked === null ? [] : [replacing(0, source.size, unpacked)];
  return { edits, notes: ['the file is unpacked'] };
}

/** Bytes read at a time; an even number, for UTF-16. */
const CHUNK = 1 << 22;

function transcodeEdits(source: Source, isBig: boolean): FileRepair {
  const edits: Edit[] = [];
  let halves = 0;
  for (let at = 0; at < source.size; ) {
    const bytes = wholeCharacters(source, at, isBig);
    const decoded = decodedUtf16(bytes, isBig);
    const insert = decoded.bytes.subarray(at === 0 && isBomAt(decoded.bytes, 0) ? 3 : 0);
    edits.push({ at, remove: bytes.length, insert });
    halves += decoded.halves;
    if (decoded.end < bytes.length) break;
    at += bytes.length;
  }
  const lost = halvesLost(halves);
  return { ...lost, edits, notes: ['the file becomes UTF-8', ...lost.notes] };
}

/** Bytes from `at`, without half of a character at the end of the chunk. */
function wholeCharacters(source: Source, at: number, isBig: boolean): Uint8Array {
  const bytes = source.slice(at, CHUNK);
  const high = bytes[bytes.length - (isBig ? 2 : 1)] ?? 0;
  return at + bytes.length < source.size && (high & 0xfc) === 0xd8 ? bytes.subarray(0, -2) : bytes;
}

/** Puts each element of a list on a line, without the white space between its tokens, and removes brackets and commas of the list. */
function onLines(source: Source): Edit[] {
  const bytes = source.slice(0, source.size);
  const start = isBomAt(bytes, 0) ? 3 : 0;
  const list = root(scan(bytes.subarray(start)));
  const spans = elements(list, { open: true }).map(spanOf);
  const end = afterBlanks(bytes, start + (list === null ? 0 : spanOf(list).end));
  const gaps = [...spans.map((span) => start + span.start), end];
  return gaps.flatMap((to, i) => {
    const from = start + (spans[i - 1]?.end ?? 0);
    const gap = { at: from, remove: to - from, insert: i === 0 ? NO_BYTES : LF_BYTES };
    const record = bytes.subarray(to, start + (spans[i]?.end ?? to - start));
    const insert = compacted(record);
    return insert.length === record.length ? [gap] : [gap, { at: to, remove: record.length, insert }];
  });
}

/** Puts each record on one line, without the white space between its tokens. */
export const overLinesPass: ClaudePass = {
  codes: ['CL027'],
  repair: ({ source }) => {
    const edits: Edit[] = [];
    for (const piece of pieces(source)) {
      const { at, start, bytes, tape } = piece;
      if (bytes === null || tape === null || !isOverLines(piece)) continue;
      edits.push(replacing(at + start, tape.end, compacted(bytes.subarray(start, start + tape.end))));
    }
    return { edits, notes: [`${countOf(edits.length, 'record')} written on one line each`] };
  },
};

/** Mends byte-order marks, NUL bytes and line ends; bytes of records do not change. */
export const lineEndsPass: ClaudePass = {
  codes: ['CL005', 'CL006', 'CL008', 'CL009', 'CL010', 'CL011', 'CL016', 'CL021', 'CL024', 'CL029', 'CL030'],
  repair: (context) => {
    const nuls = offsetsOf(context, 'CL008', 'CL009').flatMap((offset) => withoutNuls(context, offset));
    const edits = [
      ...offsetsOf(context, 'CL010', 'CL029').map((offset) => replacing(offset, 3, '')),
      ...nuls,
      ...offsetsOf(context, 'CL005', 'CL006').flatMap((offset) => separateRecords(context, offset)),
      ...offsetsOf(context, 'CL030').map((offset) => closeTorn(context, offset)),
      ...offsetsOf(context, 'CL016').flatMap((offset) => oddNumbers(context, offset)),
      ...offsetsOf(context, 'CL021').flatMap((offset) => escapeEdits(context, offset)),
      ...(offsetsOf(context, 'CL011').length > 0 ? loneCrs(context) : []),
    ];
    return {
      edits,
      notes: removedNotes(nuls.map(({ at, remove }) => ({ at, bytes: remove, isLine: false, nuls: remove }))),
    };
  },
};

/** Offsets of lines with these codes, and of lines whose hidden contents would be sent. */
function offsetsOf(context: HealContext, ...codes: readonly Code[]): number[] {
  const { spotted, loneCr } = context.file.facts();
  const had = new Map<number, Code>([...spotted.map(({ offset, code }) => [offset, code] as const), [loneCr, 'CL011']]);
  return context.targets.flatMap(({ code, offset }) => {
    const kind = code === 'CL024' || code === 'CL025' ? had.get(offset ?? -1) : code;
    return kind !== undefined && codes.includes(kind) ? (offset ?? 0) : [];
  });
}

interface LineAt {
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

function lineAt({ file }: HealContext, offset: number): LineAt {
  const records = file.records();
  const { at, count } = records;
  const n = Math.max(0, firstWhere(count, (line) => (at[line] ?? 0) > offset) - 1);
  const from = at[n] ?? 0;
  return { from, to: from + records.lengthOf(n), next: records.nextOf(n) };
}

/** A copy, because the next read may reuse the buffer. */
function bytesOf({ source }: HealContext, { from, to }: LineAt): Uint8Array {
  return new Uint8Array(source.slice(from, to - from));
}

function withoutNuls(context: HealContext, offset: number): Edit[] {
  const line = lineAt(context, offset);
  return Array.from(nulRuns(bytesOf(context, line)), ({ at, length }) => replacing(line.from + at, length, ''));
}

/** Replaces NaN and infinities in a line by null, as JavaScript writes them. */
function oddNumbers(context: HealContext, offset: number): Edit[] {
  const line = lineAt(context, offset);
  const text = Buffer.from(bytesOf(context, line)).toString('latin1');
  return [...text.matchAll(ODD_OUTSIDE)].flatMap(({ index, 0: token }) =>
    token.startsWith('"') ? [] : [replacing(line.from + index, token.length, NULL)],
  );
}

const NULL = Buffer.from('null');

/** Escapes raw characters inside the texts of a record, which may span several lines. */
function escapeEdits(context: HealContext, start: number): Edit[] {
  const first = lineAt(context, start);
  const record = new SpreadRecord(bytesOf(context, { ...first, from: start }));
  let line = first;
  while (record.edits === null && record.isOpen && line.next < context.source.size) {
    const next = lineAt(context, line.next);
    record.endsWith(bytesOf(context, { ...next, from: line.to, to: next.from }), bytesOf(context, next));
    line = next;
  }
  return (record.edits ?? []).map((edit) => shifted(edit, start));
}

/** Puts a line end before and after each whole record on a shared line, and removes commas between them. */
function separateRecords(context: HealContext, offset: number): Edit[] {
  const at = lineAt(context, offset);
  const line = bytesOf(context, at);
  const start = textStart(line, at.from);
  const text = line.subarray(start);
  const { pieces: whole } = shapeOf(text, scan(text));
  const cuts = new Map<number, number>();
  for (const { start: from, end } of whole) {
    if (!cuts.has(from)) cuts.set(from, from);
    cuts.set(afterObject(text, end), afterBlanks(text, end));
  }
  return [...cuts].flatMap(([to, from]) =>
    to === 0 || to >= text.length ? [] : [replacing(at.from + start + from, to - from, LF_BYTES)],
  );
}

/** Puts a brace after a torn record that nothing opened, so that no line continues it. */
function closeTorn(context: HealContext, offset: number): Edit {
  const line = lineAt(context, offset);
  const text = Buffer.from(bytesOf(context, line)).toString('latin1');
  const torn = text.slice(0, text.trimEnd().lastIndexOf('\n')).trimEnd();
  return replacing(line.from + torn.length, 0, CLOSE_BYTES);
}

const CLOSE_BYTES = Buffer.from('}');

function loneCrs({ source }: HealContext): Edit[] {
  const edits: Edit[] = [];
  for (const { at, length, end } of lines(source)) if (end === 'cr') edits.push(replacing(at + length, 1, LF_BYTES));
  return edits;
}

/** Removes lines without a whole record and bytes that are not UTF-8. A note names each loss, and the journal keeps it. */
export const lostLinesPass: ClaudePass = {
  codes: ['CL002', 'CL003', 'CL004', 'CL025', 'CL026'],
  repair: (context) => {
    const removed = offsetsOf(context, 'CL003', 'CL004').flatMap((offset) => tornLine(context, offset));
    const starts = new Set(removed.map(({ at }) => at));
    const isGone = (at: number) => starts.has(lineAt(context, at).from);
    const replaced = targetsOf(context, 'CL002').flatMap(({ offset }) =>
      isGone(offset ?? 0) ? [] : badBytes(context, offset ?? 0),
    );
    const marks = targetsOf(context, 'CL026').length > 0 ? markLines(context) : [];
    return {
      edits: [...removed, ...replaced, ...marks],
      notes: [
        ...notesOfMarksRemoved(marks.length),
        ...removedNotes(removed.filter(({ remove }) => remove > 0).map((edit) => removedIn(context, edit))),
        ...replaced.map(({ at, remove }) => `${countOf(remove, 'byte')} at ${at} replaced`),
      ],
    };
  },
};

function removedIn(context: HealContext, edit: Edit) {
  const { from, next } = lineAt(context, edit.at);
  return removedBy(context.source, edit, 0, from === edit.at && next - from === edit.remove);
}

function markLines({ source }: HealContext): Edit[] {
  const edits: Edit[] = [];
  for (const { at, length, bytes, end } of lines(source))
    if (bytes !== null && isConflictMark(bytes)) edits.push(replacing(at, length + LINE_ENDS[end].length, ''));
  return edits;
}

function tornLine(context: HealContext, offset: number): Edit[] {
  const line = lineAt(context, offset);
  const whole = wholeRecordsIn(bytesOf(context, line));
  if (whole.length === 0) return [replacing(line.from, line.next - line.from, '')];
  return whole.map(({ start }, i) => {
    const from = whole[i - 1]?.end ?? 0;
    return replacing(line.from + from, start - from, i === 0 ? NO_BYTES : LF_BYTES);
  });
}

function badBytes(context: HealContext, offset: number): Edit[] {
  const line = lineAt(context, offset);
  const bytes = bytesOf(context, line);
  const edits: Edit[] = [];
  for (let at = offset - line.from; at >= 0 && at < bytes.length; ) {
    const pair = surrogatePair(bytes, at);
    const edit = replacing(line.from + at, pair === null ? 1 : 6, pair ?? Buffer.from('\ufffd'));
    edits.push(edit);
    at = illFormedAt(bytes, at + edit.remove);
  }
  return edits;
}

/** The character of a surrogate pair whose halves were each written as three bytes; null for other bytes. */
function surrogatePair(bytes: Uint8Array, at: number): Buffer | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes.subarray(at, at + 6);
  if (a !== 0xed || (b & 0xf0) !== 0xa0 || d !== 0xed || (e & 0xf0) !== 0xb0) return null;
  const high = 0xd000 | ((b & 0x3f) << 6) | (c & 0x3f);
  const low = 0xd000 | ((e & 0x3f) << 6) | (f & 0x3f);
  return Buffer.from(String.fromCharCode(high, low));
}

/** Removes lines that are repeated byte for byte further down. The last copy stays, since the program reads it. */
export const copiesPass: ClaudePass = {
  codes: ['CL205'],
  repair: (context) => withoutLines(context, endedByCopy(context.file)?.copies ?? repeatedRecords(context.file)),
};

export const copiesAtEndPass: ClaudePass = {
  codes: ['CL228'],
  repair: (context) => withoutLines(context, endedByCopy(context.file)?.copies ?? new Map()),
};

function withoutLines({ file, source }: HealContext, repeated: ReadonlyMap<number, number>): FileRepair | string {
  const others = [...repeated].filter(
    ([n, other]) => !lineBytes(file, source, n).equals(lineBytes(file, source, other)),
  );
  if (others.length > 0)
    return `has ${countOf(others.length, 'repeated record')} in other bytes than its copy: only lines that are equal byte for byte are taken away`;
  const edits = [...repeated.keys()].map((n) => lineEdit(file, n));
  const bytes = edits.reduce((sum, { remove }) => sum + remove, 0);
  return { edits, notes: [`${countOf(edits.length, 'repeated line')} taken away: the file is ${bytes} bytes smaller`] };
}

function repeatedRecords(file: SessionFile): Map<number, number> {
  const links = file.links();
  const found = new Map<number, number>();
  for (let n = 0; n < links.records.count; n++) {
    const last = links.records.isKept(n) ? links.lastOf(n) : n;
    if (last !== n) found.set(n, last);
  }
  return found;
}

function lineBytes(file: SessionFile, source: HealContext['source'], n: number): Buffer {
  const records = file.records();
  return bytesAt(source, records.at[n] ?? 0, records.lengthOf(n));
}

function lineEdit(file: SessionFile, n: number): Edit {
  const records = file.records();
  const at = records.at[n] ?? 0;
  return replacing(at, records.nextOf(n) - at, '');
}
