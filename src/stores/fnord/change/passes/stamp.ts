import type { Edit } from '../../../../codecs/edit.ts';
import { member, members, spanOf, type Value } from '../../../../codecs/json/value.ts';
import { isWanted } from '../../../engine/passes.ts';
import type { FnordPass, Stamp } from './pass.ts';

/** Gives a document that never had a timestamp the one that was named, or the time of its file. */
export const stamp: FnordPass = ({ doc, findings }, hints) => {
  const codes = ['FN015'] as const;
  const found = findings().find(({ code }) => code === 'FN015');
  if (found === undefined || !isWanted('FN015', hints)) return null;
  const { body } = doc.document;
  const { stamp: time, lossy } = hints;
  if (!lossy && !time.given)
    return { codes, reason: `${found.detail}: needs --timestamp T, or --lossy for the time of the file` };
  if (body === null) return { codes, reason: 'holds no document' };
  // A person who says the time loses nothing.
  return { codes, edits: [stampEdit(body, time.seconds)], notes: [stampNote(time)], lossless: true };
};

/** Puts a timestamp first in a v1 document, and the version where that is missing too; `followed` by a member, whole or to be closed. */
export function stampEdit(body: Value, seconds: number, followed = members(body).length > 0): Edit {
  const version = member(body, 'version') === null ? '"version":1,' : '';
  const comma = followed ? ',' : '';
  return {
    at: spanOf(body).start + 1,
    remove: 0,
    insert: Buffer.from(`${version}"timestamp":${seconds}${comma}`),
  };
}

/** Says where a new timestamp comes from. */
export function stampNote({ seconds, given }: Stamp): string {
  return given ? `gets the timestamp ${seconds}` : `gets the time of its file, ${seconds}, as its timestamp`;
}
