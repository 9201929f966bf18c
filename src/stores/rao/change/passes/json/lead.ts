import type { Repair } from '../repair.ts';

/** Takes away byte-order marks before the document. */
export function withoutLead(bytes: Uint8Array): Repair {
  let end = 0;
  while (bytes[end] === 0xef && bytes[end + 1] === 0xbb && bytes[end + 2] === 0xbf) end += 3;
  return { edits: end === 0 ? [] : [{ at: 0, remove: end, insert: new Uint8Array() }], notes: [] };
}
