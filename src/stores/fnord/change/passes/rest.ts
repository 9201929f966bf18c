import { onCodes } from '../../../engine/passes.ts';
import { decode } from '../../decode/decode.ts';
import { countsOf } from '../../hydrate/counts.ts';
import type { FnordPass } from './pass.ts';

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
  const { messages } = countsOf(decode(gone.subarray(from)));
  return `: a second document with ${messages} message${messages === 1 ? '' : 's'}, and only the first one is kept`;
}
