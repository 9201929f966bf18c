import { hashText, Lookup } from './hash.ts';
import { CLASS, PARENT, RECORD_FLAG, type Records } from './records.ts';

/** Why the reader raises instead of reading. */
export type Raises = 'UnicodeDecodeError' | 'TypeError' | 'RecursionError';

/** The records that the reader goes through from the first message to the last, and what it shows of them. */
export interface Chain {
  readonly raises: Raises | null;
  /** Numbers of records, from the root to the leaf. */
  readonly chain: Int32Array;
  /** Those of them that are shown. */
  readonly shown: Int32Array;
}

/** The links between the records of a session. */
export class Links {
  readonly records: Records;
  readonly #last: Lookup;

  /** Between all records that the reader keeps, or between these alone. */
  constructor(records: Records, among: readonly number[] | null = null) {
    this.records = records;
    this.#last = new Lookup(records.id, among?.length ?? records.count);
    for (const n of among ?? []) this.#last.put(n);
    for (let n = 0; among === null && n < records.count; n++) if (records.isKept(n)) this.#last.put(n);
  }

  /** The record that has the uuid of a record: the last one that has it. */
  lastOf(n: number): number {
    return this.#last.get(this.records.id, n);
  }

  /** The record that is the parent of a record; -1 for none, -2 for one that is not in the file. */
  parentOf(n: number): number {
    const is = this.records.parentIs[n];
    if (is === PARENT.none) return -1;
    const found = is === PARENT.text ? this.#last.get(this.records.parent, n) : -1;
    return found < 0 ? -2 : found;
  }

  /** The last record with this uuid; -1 for none. */
  recordOf(uuid: string): number {
    const hash = new Int32Array(2);
    hashText(uuid, hash, 0);
    return this.#last.get(hash, 0);
  }
}

const NO_RECORDS = new Int32Array();

/** What the reader makes of a session. */
export function chainOf(links: Links): Chain {
  const { records } = links;
  const raises = raisesFor(records);
  if (raises !== null) return { raises, chain: NO_RECORDS, shown: NO_RECORDS };
  const chain = walk(links, leafOf(links));
  const shown = pick(chain, (n) => records.isMessage(n) && !records.has(n, HIDES));
  return { raises: null, chain, shown };
}

/** What the reader passes over without showing it. */
export const HIDES = RECORD_FLAG.meta | RECORD_FLAG.sidechain | RECORD_FLAG.team;

/** Some of many numbers, counted first: the method "filter" gathers them on the heap, at twice the room. */
export function pick(all: Int32Array, wanted: (n: number) => boolean): Int32Array {
  let count = 0;
  for (const n of all) if (wanted(n)) count++;
  const some = new Int32Array(count);
  let at = 0;
  for (const n of all) if (wanted(n)) some[at++] = n;
  return some;
}

/** What the reader makes of a subagent's transcript: its last message, and what led to it. */
export function agentChain(links: Links): Chain {
  const { records } = links;
  const raises = raisesFor(records);
  if (raises !== null) return { raises, chain: NO_RECORDS, shown: NO_RECORDS };
  let leaf = -1;
  for (let n = 0; n < records.count; n++) if (records.isMessage(n)) leaf = n;
  const chain = walk(links, leaf);
  return { raises: null, chain, shown: pick(chain, (n) => records.isMessage(n)) };
}

function raisesFor(records: Records): Raises | null {
  return records.illFormed >= 0 ? 'UnicodeDecodeError' : raisedBy(records);
}

/** Why no reader gets past the records, once the bytes are text. */
export function raisedBy({ is, parentIs, count }: Records): Exclude<Raises, 'UnicodeDecodeError'> | null {
  for (let n = 0; n < count; n++) {
    if (is[n] === CLASS.tooDeep) return 'RecursionError';
    if (is[n] === CLASS.raises) return 'TypeError';
  }
  for (let n = 0; n < count; n++) if ((is[n] ?? 0) >= CLASS.user && parentIs[n] === PARENT.raises) return 'TypeError';
  return null;
}

/** The record that the reader begins with: of the main leaves, else of all, the one furthest down in the file; -1 for none. */
function leafOf(links: Links): number {
  const { records } = links;
  const isMain = (n: number) => !records.has(n, HIDES);
  let [any, main] = [-1, -1];
  for (const leaf of leavesOf(links)) {
    if (isFurther(links, leaf, any)) any = leaf;
    if (isMain(leaf) && isFurther(links, leaf, main)) main = leaf;
  }
  return main >= 0 ? main : any;
}

/** A repeated uuid has one position, that of the last; of two records with it, the earlier one stays. */
function isFurther(links: Links, n: number, than: number): boolean {
  return than < 0 || links.lastOf(n) > links.lastOf(than);
}

/** For each record that is nobody's parent, the nearest message on its way up. */
function* leavesOf(links: Links): Generator<number> {
  const { records } = links;
  const nearest = new Int32Array(records.count).fill(UNKNOWN);
  const isParent = parentsOf(links);
  for (let n = 0; n < records.count; n++) {
    if (!records.isKept(n) || isParent[links.lastOf(n)] === 1) continue;
    const leaf = nearestMessage(links, n, nearest);
    if (leaf >= 0) yield leaf;
  }
}

function parentsOf(links: Links): Uint8Array {
  const { records } = links;
  const isParent = new Uint8Array(records.count);
  for (let n = 0; n < records.count; n++) {
    const parent = records.isKept(n) ? links.parentOf(n) : -1;
    if (parent >= 0) isParent[parent] = 1;
  }
  return isParent;
}

const UNKNOWN = -2;

/** The nearest message on the way up from a record, itself included; -1 for none. `nearest` remembers, so each record is passed once. */
function nearestMessage(links: Links, n: number, nearest: Int32Array): number {
  const { records } = links;
  const way: number[] = [];
  let at = n;
  while (at >= 0 && nearest[at] === UNKNOWN) {
    // Of a ring nothing comes.
    nearest[at] = records.isMessage(at) ? at : -1;
    way.push(at);
    if (!records.isMessage(at)) at = links.parentOf(at);
  }
  const found = at >= 0 ? (nearest[at] ?? -1) : -1;
  for (const each of way) nearest[each] = found;
  return found;
}

/** Counted first, so that a long chain is held once. */
function walk(links: Links, leaf: number): Int32Array {
  const seen = new Uint8Array(links.records.count);
  let length = 0;
  for (let n = leaf; n >= 0 && seen[links.lastOf(n)] === 0; n = links.parentOf(n)) {
    seen[links.lastOf(n)] = 1;
    length++;
  }
  const chain = new Int32Array(length);
  for (let n = leaf; length > 0; n = links.parentOf(n)) chain[--length] = n;
  return chain;
}
