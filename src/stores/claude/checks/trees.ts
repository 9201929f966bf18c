import type { Links } from '../read/chain.ts';

/** To which piece each record belongs. */
export interface Trees {
  /** The record at the top of each record's way up; of those that end in a ring, -2 less the ring's first record. */
  readonly root: Int32Array;
  /** 1 for a record on the chain. */
  readonly onChain: Uint8Array;
}

const UNKNOWN = -1;

/** Follows every record to its top, each step once. */
export function treesOf(links: Links, chain: Int32Array): Trees {
  const { records } = links;
  const root = new Int32Array(records.count).fill(UNKNOWN);
  const onChain = new Uint8Array(records.count);
  for (const n of chain) onChain[n] = 1;
  for (let n = 0; n < records.count; n++) if (records.isKept(n) && root[n] === UNKNOWN) climb(links, n, root);
  return { root, onChain };
}

function climb(links: Links, from: number, root: Int32Array): void {
  const way: number[] = [];
  const onWay = new Set<number>();
  let at = from;
  let top = UNKNOWN;
  while (top === UNKNOWN) {
    way.push(at);
    onWay.add(at);
    const parent = links.parentOf(at);
    if (parent < 0) top = at;
    else if (onWay.has(parent)) top = -2 - Math.min(...way.slice(way.indexOf(parent)));
    else if ((root[parent] ?? UNKNOWN) !== UNKNOWN) top = root[parent] ?? at;
    else at = parent;
  }
  for (const each of way) root[each] = top;
}
