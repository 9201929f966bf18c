import { createHash } from 'node:crypto';

/** A UUID made of some bytes: equal bytes give equal ones. */
export function madeId(bytes: Uint8Array | string): string {
  const hex = createHash('sha256').update(bytes).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}
