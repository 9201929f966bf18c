import type { Edit } from '../../../codecs/edit.ts';

/** Takes away what is before this offset; no edit for nothing. */
export function withoutLead(end: number): Edit[] {
  return end === 0 ? [] : [{ at: 0, remove: end, insert: new Uint8Array() }];
}
