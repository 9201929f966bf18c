import type { Edit } from '../../../../codecs/edit.ts';
import { addAll } from '../../../../model/add-all.ts';
import { standsFor } from '../../../../model/finding.ts';
import { count } from '../../../count.ts';
import { withoutIllFormed, withoutLoneSurrogates } from '../../../engine/faults/characters.ts';
import { withoutLead, withoutTail } from '../../../engine/faults/document.ts';
import { dropDuplicates } from '../../../engine/faults/duplicates.ts';
import { onCodes } from '../../../engine/passes.ts';
import { decodeFnord } from '../../read/decode.ts';
import { fnordCounts } from '../../read/summary.ts';
import type { FnordPass } from '../run-passes.ts';

/** Takes away what is before the document: byte-order marks, and white space that hides it from fnord. */
export const lead: FnordPass = onCodes(['FN003', 'FN004', 'FN005'], ({ document }) => ({
  edits: withoutLead(document.lead.end),
  notes: [],
}));

/** Takes away what follows a sound document. */
export const rest: FnordPass = onCodes(['FN007', 'FN008', 'FN009'], ({ document: { bytes, tape } }, [trouble]) => {
  const at = tape?.end ?? bytes.length;
  return withoutTail(bytes, at, trouble?.code === 'FN009' ? second(bytes.subarray(at)) : '');
});

/** The second document may be the one that is wanted, so its size is said. */
function second(gone: Uint8Array): string {
  let from = 0;
  while (from < gone.length && (gone[from] ?? 0) <= 0x20) from++;
  const { messages } = fnordCounts(decodeFnord(gone.subarray(from)));
  return `: a second document with ${messages} message${messages === 1 ? '' : 's'}, and only the first one is kept`;
}

/** Puts U+FFFD in the place of bytes that are no character, and of escapes that are half of a surrogate pair. */
export const text: FnordPass = onCodes(['FN012', 'FN013'], ({ document: { bytes, tape } }, troubles) => {
  const wants = (code: string) => troubles.some((each) => each.code === code);
  const edits: Edit[] = [];
  const notes: string[] = [];
  if (tape !== null && wants('FN012')) {
    const found = [...withoutIllFormed(bytes, tape.illFormed)];
    addAll(edits, found);
    notes.push(`puts U+FFFD in ${count(found.length, 'place')} where bytes are no character`);
  }
  if (tape !== null && wants('FN013')) {
    const found = withoutLoneSurrogates(tape);
    addAll(edits, found);
    notes.push(`puts U+FFFD in ${count(found.length, 'place')} where an escape is half of a surrogate pair`);
  }
  return { edits, notes };
});

/** Leaves of equal keys in one object the first, which is the one fnord sees; none goes from what is not JSON to its end. */
export const duplicates: FnordPass = (now, hints) => (now.doc.document.whole ? undoubled(now, hints) : null);

const undoubled: FnordPass = onCodes(['FN022'], ({ document: { tape } }, troubles) => {
  const all = troubles.reduce((sum, each) => sum + standsFor(each), 0);
  const details = troubles
    .slice(0, MOST)
    .map(({ detail, offset }) => `${detail}: drops the one at byte ${offset}, which fnord never saw`);
  return { edits: tape === null ? [] : dropDuplicates(tape), notes: details.concat(more(all)) };
});

const MOST = 20;

function more(count: number): string[] {
  return count > MOST ? [`drops ${count - MOST} further keys that occur twice`] : [];
}
