import type { Links } from '../read/chain.ts';

const UNKNOWN = -1;
const ON_WAY = -(2 ** 31);

/**
 * The record at the top of each record's way up; of those that end in a ring, -2 less the ring's first record. Each step is gone
 * twice, and nothing else is held.
 */
export function topsOf(links: Links): Int32Array {
  const { records } = links;
  const root = new Int32Array(records.count).fill(UNKNOWN);
  for (let n = 0; n < records.count; n++) {
    if (!records.isKept(n) || root[n] !== UNKNOWN) continue;
    const top = topOf(links, n, root);
    for (let at = n; root[at] === ON_WAY; at = links.parentOf(at)) root[at] = top;
  }
  return root;
}

function topOf(links: Links, from: number, root: Int32Array): number {
  for (let at = from; ; ) {
    root[at] = ON_WAY;
    const parent = links.parentOf(at);
    if (parent < 0) return at;
    if (root[parent] === ON_WAY) return -2 - firstOf(links, parent);
    if (root[parent] !== UNKNOWN) return root[parent] ?? at;
    at = parent;
  }
}

function firstOf(links: Links, ring: number): number {
  let first = ring;
  for (let at = links.parentOf(ring); at !== ring; at = links.parentOf(at)) first = Math.min(first, at);
  return first;
}
