import type { Edit } from '../../../../codecs/edit.ts';
import { isComplete, member, members, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { bracketOf, type Cut, cutNotes } from '../../../engine/faults/torn.ts';
import { isWanted, onCodes } from '../../../engine/passes.ts';
import type { DecodedFnord } from '../../read/decode.ts';
import { fnordCut } from '../../read/faults.ts';
import type { FnordPass, Stamp } from '../run-passes.ts';

/**
 * Closes a document that ends before its time: every complete message and section before the cut stays, of a section that
 * was cut its complete entries too, and the half entry at the cut goes.
 */
export const torn: FnordPass = onCodes(['FN006'], ({ document }, _troubles, { stamp }) => {
  const { body } = document;
  if (body === null) return 'holds no document';
  const cut = fnordCut(body);
  return {
    edits: [...stampedLate(document, body, stamp), ended(document, cut)],
    notes: notesOf(document, body, cut, stamp),
  };
});

function ended({ bytes }: DecodedFnord, { at, section }: Cut): Edit {
  const closing = section === null ? '}' : `${bracketOf(section.value)}}`;
  return { at, remove: bytes.length - at, insert: Buffer.from(closing) };
}

/** fnord writes the timestamp of v1 last, so a cut takes it along. Something is kept, or the document would be refused. */
function stampedLate({ form }: DecodedFnord, body: Value, time: Stamp): Edit[] {
  return form === 'v1' && member(body, 'timestamp') === null ? [stampEdit(body, time.seconds, true)] : [];
}

const SECTIONS = ['messages', 'metadata', 'memory', 'tasks'];

function notesOf(document: DecodedFnord, body: Value, cut: Cut, time: Stamp): string[] {
  const found = members(body, { open: true }).map(({ key }) => textOf(key));
  const absent = SECTIONS.filter((name) => !found.includes(name));
  return [
    ...cutNotes(cut, document.bytes.length, absent, halfOf(document, body, cut)),
    ...(stampedLate(document, body, time).length === 0 ? [] : [stampNote(time)]),
  ];
}

/** What the bytes at the cut were going to be. */
function halfOf({ bytes }: DecodedFnord, body: Value, { at, section, entries }: Cut): string {
  const rest = Buffer.from(bytes.subarray(at))
    .toString('latin1')
    .replaceAll(/[\s,\0]/g, '');
  if (rest === '') return '';
  if (section !== null) return `: entry ${entries} of ${textOf(section.key)} is cut and lost`;
  const last = members(body, { open: true }).at(-1);
  return last === undefined || isComplete(last.value) ? '' : `: ${textOf(last.key)} is cut and lost`;
}

/** Gives a document that never had a timestamp the one that was named, or the time of its file. */
export const stamp: FnordPass = ({ doc, findings }, hints) => {
  const codes = ['FN015'] as const;
  const found = findings().find(({ code }) => code === 'FN015');
  if (found === undefined || !isWanted('FN015', hints)) return null;
  const { body } = doc.document;
  const { stamp: time, lossy } = hints;
  if (!lossy && !time.given)
    return {
      codes,
      reason: `${found.detail}: needs --timestamp T, or --lossy for the time of the file`,
      needsLossy: true,
    };
  if (body === null) return { codes, reason: 'holds no document' };
  // A person who says the time loses nothing.
  return { codes, edits: [stampEdit(body, time.seconds)], notes: [stampNote(time)], lossless: true };
};

/** Puts a timestamp first in a v1 document, and the version where that is missing too; `followed` by a member, whole or to be closed. */
function stampEdit(body: Value, seconds: number, followed = members(body).length > 0): Edit {
  const version = member(body, 'version') === null ? '"version":1,' : '';
  const comma = followed ? ',' : '';
  return {
    at: spanOf(body).start + 1,
    remove: 0,
    insert: Buffer.from(`${version}"timestamp":${seconds}${comma}`),
  };
}

/** Says where a new timestamp comes from. */
function stampNote({ seconds, given }: Stamp): string {
  return given ? `gets the timestamp ${seconds}` : `gets the time of its file, ${seconds}, as its timestamp`;
}
