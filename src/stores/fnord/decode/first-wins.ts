import { applyEdits } from '../../../codecs/edit.ts';
import { dropDuplicates } from '../../engine/duplicates.ts';
import { type Decoded, decode } from './decode.ts';

/** The document as fnord sees it: without the later ones of equal keys. */
export function firstWins(document: Decoded): Decoded {
  const { tape, whole } = document;
  // What is cut is read no further.
  const edits = tape === null || !whole ? [] : dropDuplicates(tape);
  return edits.length === 0 ? document : decode(applyEdits(document.bytes, edits));
}
