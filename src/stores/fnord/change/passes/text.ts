import type { Edit } from '../../../../codecs/edit.ts';
import { illFormedAt } from '../../../../codecs/json/utf8.ts';
import { addAll } from '../../../../model/add-all.ts';
import { count } from '../../../count.ts';
import { withoutLead } from '../../../engine/byte-order-mark.ts';
import { withoutLoneSurrogates } from '../../../engine/lone-surrogates.ts';
import { onCodes } from '../../../engine/passes.ts';
import { decodeFnord } from '../../decode/decode.ts';
import { fnordCounts } from '../../hydrate/summary.ts';
import type { FnordPass } from '../run-passes.ts';

/** Takes away what is before the document: byte-order marks, and white space that hides it from fnord. */
export const lead: FnordPass = onCodes(['FN003', 'FN004', 'FN005'], ({ document }) => ({
  edits: withoutLead(document.lead.end),
  notes: [],
}));

/** Takes away what follows a sound document. */
export const rest: FnordPass = onCodes(['FN007', 'FN008', 'FN009'], ({ document: { bytes, tape } }, [trouble]) => {
  const at = tape?.end ?? bytes.length;
  const gone = bytes.subarray(at);
  const notes = [`leaves out ${gone.length} bytes after the document${trouble?.code === 'FN009' ? second(gone) : ''}`];
  return { edits: [{ at, remove: gone.length, insert: new Uint8Array() }], notes };
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
    const found = [...illFormed(bytes, tape.illFormed)];
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

const REPLACEMENT = Buffer.from('\ufffd');

/** One edit for each byte sequence that a decoder would replace as one (WHATWG: the longest start of a character). */
function* illFormed(bytes: Uint8Array, from: number): Generator<Edit> {
  for (let at = illFormedAt(bytes, from); at >= 0; ) {
    const remove = startOfCharacter(bytes, at);
    yield { at, remove, insert: REPLACEMENT };
    at = illFormedAt(bytes, at + remove);
  }
}

/** Bytes at `at` that begin a character which then breaks off; 1 for a byte that begins none. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  for (const length of [3, 2]) {
    const start = bytes.subarray(at, at + length);
    if (start.length === length && ENDINGS.some((ending) => illFormedAt(Buffer.concat([start, ending])) < 0))
      return length;
  }
  return 1;
}

/** Whatever follows two or three sound bytes of a character, one of these completes it. */
const ENDINGS = [Buffer.from([0x80]), Buffer.from([0x80, 0x80])];
