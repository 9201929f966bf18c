import type { Edit } from '../../../../codecs/edit.ts';
import { isComplete, member, members, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { addAll } from '../../../../model/collections.ts';
import { findingCount } from '../../../../model/finding.ts';
import { refused } from '../../../decision.ts';
import { isWanted, onCodes } from '../../../engine/change/passes.ts';
import {
  dropDuplicates,
  withoutIllFormed,
  withoutLead,
  withoutLoneSurrogates,
  withoutTail,
} from '../../../engine/faults/document.ts';
import { bracketOf, type TruncationPoint, truncationNotes } from '../../../engine/faults/torn.ts';
import { countOf } from '../../../words.ts';
import { type DecodedFnord, decodeFnord, fnordTruncation } from '../../read/decode.ts';
import { fnordCounts } from '../../read/summary.ts';
import type { FileTime, FnordPass } from '../run-passes.ts';

/**
 * Closes a truncated document. Complete messages and sections stay, and the complete entries of a cut section; the half entry at the cut is
 * removed.
 */
export const tornPass: FnordPass = onCodes(['FN006'], ({ document }, _findings, { stamp }) => {
  const { body } = document;
  if (body === null) return 'holds no document';
  const truncation = fnordTruncation(body);
  return {
    edits: [...stampedLate(document, body, stamp), closeDocument(document, truncation)],
    notes: notesOf(document, body, truncation, stamp),
  };
});

function closeDocument({ bytes }: DecodedFnord, { at, section }: TruncationPoint): Edit {
  const closing = section === null ? '}' : `${bracketOf(section.value)}}`;
  return { at, remove: bytes.length - at, insert: Buffer.from(closing) };
}

/** The v1 timestamp, which fnord writes last and a cut removes. A member follows it, since an empty document is refused. */
function stampedLate({ form }: DecodedFnord, body: Value, time: FileTime): Edit[] {
  return form === 'v1' && member(body, 'timestamp') === null ? [stampEdit(body, time.seconds, true)] : [];
}

const SECTIONS = ['messages', 'metadata', 'memory', 'tasks'];

function notesOf(document: DecodedFnord, body: Value, truncation: TruncationPoint, time: FileTime): string[] {
  const found = members(body, { open: true }).map(({ key }) => textOf(key));
  const absent = SECTIONS.filter((name) => !found.includes(name));
  return [
    ...truncationNotes(truncation, document.bytes.length, absent, halfOf(document, body, truncation)),
    ...(stampedLate(document, body, time).length === 0 ? [] : [stampNote(time)]),
  ];
}

function halfOf({ bytes }: DecodedFnord, body: Value, { at, section, entries }: TruncationPoint): string {
  const rest = Buffer.from(bytes.subarray(at))
    .toString('latin1')
    .replaceAll(/[\s,\0]/g, '');
  if (rest === '') return '';
  if (section !== null) return `: entry ${entries} of ${textOf(section.key)} is cut and lost`;
  const last = members(body, { open: true }).at(-1);
  return last === undefined || isComplete(last.value) ? '' : `: ${textOf(last.key)} is cut and lost`;
}

/** Adds the given time, or the file's, to a document without a timestamp. */
export const addTimestampPass: FnordPass = ({ doc, findings }, options) => {
  const codes = ['FN015'] as const;
  const found = findings().find(({ code }) => code === 'FN015');
  if (found === undefined || !isWanted('FN015', options)) return null;
  const { body } = doc.document;
  const { stamp: time, lossy } = options;
  if (!lossy && !time.isFromUser)
    return refused({
      codes,
      reason: `${found.detail}: needs --timestamp T, or --lossy for the time of the file`,
      needsLossy: true,
    });
  if (body === null) return refused({ codes, reason: 'holds no document' });
  // A time given by a person loses nothing.
  return { codes, edits: [stampEdit(body, time.seconds)], notes: [stampNote(time)], lossless: true };
};

/** Inserts a timestamp, and a missing version, first in a v1 document. `followed`: a member comes after it. */
function stampEdit(body: Value, seconds: number, followed = members(body).length > 0): Edit {
  const version = member(body, 'version') === null ? '"version":1,' : '';
  const comma = followed ? ',' : '';
  return {
    at: spanOf(body).start + 1,
    remove: 0,
    insert: Buffer.from(`${version}"timestamp":${seconds}${comma}`),
  };
}

function stampNote({ seconds, isFromUser }: FileTime): string {
  return isFromUser ? `gets the timestamp ${seconds}` : `gets the time of its file, ${seconds}, as its timestamp`;
}

/** Removes byte-order marks and white space before the document that hide it from fnord. */
export const leadPass: FnordPass = onCodes(['FN003', 'FN004', 'FN005'], ({ document }) => ({
  edits: withoutLead(document.lead.end),
  notes: [],
}));

/** Removes bytes after a sound document. */
export const restPass: FnordPass = onCodes(['FN007', 'FN008', 'FN009'], ({ document: { bytes, tape } }, [finding]) => {
  const at = tape?.end ?? bytes.length;
  return withoutTail(bytes, at, finding?.code === 'FN009' ? second(bytes.subarray(at)) : '');
});

/** A clause with the size of a second document, which a person may want. */
function second(gone: Uint8Array): string {
  let from = 0;
  while (from < gone.length && (gone[from] ?? 0) <= 0x20) from++;
  const { messages } = fnordCounts(decodeFnord(gone.subarray(from)));
  return `: a second document with ${messages} message${messages === 1 ? '' : 's'}, and only the first one is kept`;
}

/** Replaces invalid bytes and lone surrogates by U+FFFD. */
export const textPass: FnordPass = onCodes(['FN012', 'FN013'], ({ document: { bytes, tape } }, findings) => {
  const wants = (code: string) => findings.some((each) => each.code === code);
  const edits: Edit[] = [];
  const notes: string[] = [];
  if (tape !== null && wants('FN012')) {
    const found = [...withoutIllFormed(bytes, tape.illFormed)];
    addAll(edits, found);
    notes.push(`puts U+FFFD in ${countOf(found.length, 'place')} where bytes are no character`);
  }
  if (tape !== null && wants('FN013')) {
    const found = withoutLoneSurrogates(tape);
    addAll(edits, found);
    notes.push(`puts U+FFFD in ${countOf(found.length, 'place')} where an escape is half of a surrogate pair`);
  }
  return { edits, notes };
});

/** Keeps the first of equal keys, as fnord does. Skips a document that is not JSON to its end. */
export const duplicatesPass: FnordPass = (now, options) =>
  now.doc.document.isParsed ? undoubledPass(now, options) : null;

const undoubledPass: FnordPass = onCodes(['FN022'], ({ document: { tape } }, findings) => {
  const all = findings.reduce((sum, each) => sum + findingCount(each), 0);
  const details = findings
    .slice(0, MAX_KEYS_NOTED)
    .map(({ detail, offset }) => `${detail}: drops the one at byte ${offset}, which fnord never saw`);
  return { edits: tape === null ? [] : dropDuplicates(tape), notes: details.concat(moreKeysNote(all)) };
});

const MAX_KEYS_NOTED = 20;

function moreKeysNote(count: number): string[] {
  return count > MAX_KEYS_NOTED ? [`drops ${count - MAX_KEYS_NOTED} further keys that occur twice`] : [];
}
