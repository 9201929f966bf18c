import { isMarkAt } from '../../codecs/byte-order-mark.ts';
import type { Edit } from '../../codecs/edit.ts';

/** Where a text begins: behind all byte-order marks. */
export function markEnd(bytes: Uint8Array): number {
  let at = 0;
  while (isMarkAt(bytes, at)) at += 3;
  return at;
}

/** Takes away what is before this offset; no edit for nothing. */
export function withoutLead(end: number): Edit[] {
  return end === 0 ? [] : [{ at: 0, remove: end, insert: new Uint8Array() }];
}
