import type { Source } from '../../../codecs/lines/source.ts';
import { LARGEST_DOCUMENT, recordsIn } from '../../engine/records-in.ts';
import type { SessionRead } from './session.ts';

/** True if all of it is records, but none on a line of its own: over several lines, in one list, or in UTF-16. */
export function isOtherForm(source: Source, { refs, troubles }: SessionRead): boolean {
  return refs.length === 0 && troubles.length > 0 && source.size <= LARGEST_DOCUMENT && recordsIn(source).length > 0;
}
