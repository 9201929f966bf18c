import { scan } from '../../../../../codecs/json/scan.ts';
import { elements, isArray, isObject, root, type Value } from '../../../../../codecs/json/value.ts';
import { count } from '../../../../count.ts';
import { type FileRepair, NO_REPAIR } from '../repair.ts';
import { tapeOf } from './opened.ts';

/** Takes away what follows a whole document; one trailing line end stays. */
export function withoutTail(bytes: Uint8Array): FileRepair | string {
  const { fault, end, open } = tapeOf(bytes);
  // Containers that are open say that the document itself is not whole.
  if (fault === null || open.length > 0 || end === 0) return NO_REPAIR;
  if (!holdsMore(root(tapeOf(bytes)))) return 'begins with a single value, and so is no document of Rao';
  const at = end + lineEndAt(bytes, end);
  const gone = bytes.subarray(at);
  const edits = [{ at, remove: gone.length, insert: new Uint8Array() }];
  return { edits, notes: [`leaves out ${count(gone.length, 'byte')} after the document${whatIn(gone)}`] };
}

/** An object, or a list. */
function holdsMore(top: Value | null): boolean {
  return top !== null && (isObject(top) || isArray(top));
}

function lineEndAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0x0a) return 1;
  return bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : 0;
}

/** A second document may be the one that is wanted, so its size is said. */
function whatIn(gone: Uint8Array): string {
  const second = root(scan(gone));
  if (second === null) return gone.every((byte) => byte === 0) ? ', all NUL' : '';
  return `, a second one with ${count(elements(second).length, 'whole entry', 'whole entries')} among them`;
}
