import { once } from '../../once.ts';
import { hashText, Lookup } from './hash.ts';
import { CLASS, PARENT, RECORD_FLAG, type Records } from './records.ts';

/** Why the reader raises instead of reading. */
export type Raises = 'UnicodeDecodeError' | 'TypeError' | 'RecursionError';

const ON = { chain: 1, shown: 2, sent: 4 } as const;

/** The records that the reader goes through from the first message to the last: five bytes for each at most. */
export class Chain {
  readonly raises: Raises | null;
  /** Numbers of records, from the root to the leaf. */
  readonly chain: Int32Array;
  /** How many of them are shown. */
  readonly messages: number = 0;
  /** As `ON`, for every record of the file. */
  readonly #on: Uint8Array;

  /** Up from a leaf, -1 for none; of it the reader shows what `shows` says, and sends what is shown after the last compaction. */
  constructor(links: Links, leaf: number, shows: (n: number) => boolean, raises: Raises | null = null) {
    const { records } = links;
    this.raises = raises;
    this.#on = new Uint8Array(records.count);
    this.chain = walk(links, raises === null ? leaf : -1);
    let after: number = ON.sent;
    for (let i = this.chain.length - 1; i >= 0; i--) {
      const n = this.chain[i] as number;
      const isShown = shows(n);
      this.#on[n] = ON.chain | (isShown ? ON.shown | after : 0);
      if (isShown) this.messages++;
      if (records.has(n, RECORD_FLAG.boundary)) after = 0;
    }
  }

  isOn(n: number): boolean {
    return this.#is(n, ON.chain);
  }

  isShown(n: number): boolean {
    return this.#is(n, ON.shown);
  }

  /** Does the record go to the API. */
  isSent(n: number): boolean {
    return this.#is(n, ON.sent);
  }

  *shown(): Generator<number> {
    for (const n of this.chain) if (this.isShown(n)) yield n;
  }

  *sent(): Generator<number> {
    for (const n of this.chain) if (this.isSent(n)) yield n;
  }

  #is(n: number, mark: number): boolean {
    return ((this.#on[n] ?? 0) & mark) !== 0;
  }
}

/** The links between the records of a session, worked out once: four bytes for each, and four more where a uuid is repeated. */
export class Links {
  readonly records: Records;
  readonly #parents: Int32Array;
  /** The last record with the uuid of each; null where none is repeated. */
  #last: Int32Array | null = null;
  readonly #lookup: () => Lookup;

  /** Between all records that the reader keeps, or between these alone. */
  constructor(records: Records, among: readonly number[] | null = null) {
    this.records = records;
    this.#parents = new Int32Array(records.count).fill(-1);
    const lookup = lookupOf(records, among);
    for (let n = 0; n < records.count; n++) {
      if (!records.isKept(n)) continue;
      this.#parents[n] = parentIn(lookup, records, n);
      const last = lookup.get(records.id, n);
      if (last !== n && last >= 0) this.#repeated()[n] = last;
    }
    this.#lookup = once(() => lookupOf(records, among));
  }

  /** The record that has the uuid of a record: the last one that has it. */
  lastOf(n: number): number {
    return this.#last?.[n] ?? n;
  }

  /** The record that is the parent of a record; -1 for none, -2 for one that is not in the file. */
  parentOf(n: number): number {
    return this.#parents[n] ?? -1;
  }

  /** The last record with this uuid; -1 for none. */
  recordOf(uuid: string): number {
    const hash = new Int32Array(2);
    hashText(uuid, hash, 0);
    return this.#lookup().get(hash, 0);
  }

  #repeated(): Int32Array {
    this.#last ??= Int32Array.from(this.#parents.keys());
    return this.#last;
  }
}

function lookupOf(records: Records, among: readonly number[] | null): Lookup {
  const last = new Lookup(records.id, among?.length ?? records.count);
  for (const n of among ?? []) last.put(n);
  for (let n = 0; among === null && n < records.count; n++) if (records.isKept(n)) last.put(n);
  return last;
}

function parentIn(last: Lookup, records: Records, n: number): number {
  const is = records.parentIs(n);
  if (is === PARENT.none) return -1;
  const found = is === PARENT.text ? last.get(records.parent, n) : -1;
  return found < 0 ? -2 : found;
}

/** What the reader makes of a session. */
export function chainOf(links: Links): Chain {
  const { records } = links;
  const raises = raisesFor(records);
  const shows = (n: number) => records.isMessage(n) && !records.has(n, HIDES);
  return new Chain(links, raises === null ? leafOf(links) : -1, shows, raises);
}

/** What the reader passes over without showing it. */
export const HIDES = RECORD_FLAG.meta | RECORD_FLAG.sidechain | RECORD_FLAG.team;

/** What the reader makes of a subagent's transcript: its last message, and what led to it. */
export function agentChain(links: Links): Chain {
  const { records } = links;
  let leaf = -1;
  for (let n = 0; n < records.count; n++) if (records.isMessage(n)) leaf = n;
  return new Chain(links, leaf, (n) => records.isMessage(n), raisesFor(records));
}

function raisesFor(records: Records): Raises | null {
  return records.illFormed >= 0 ? 'UnicodeDecodeError' : raisedBy(records);
}

/** Why no reader gets past the records, once the bytes are text. */
export function raisedBy(records: Records): Exclude<Raises, 'UnicodeDecodeError'> | null {
  const { is, count } = records;
  for (let n = 0; n < count; n++) {
    if (is[n] === CLASS.tooDeep) return 'RecursionError';
    if (is[n] === CLASS.raises) return 'TypeError';
  }
  for (let n = 0; n < count; n++) if (records.parentIs(n) === PARENT.raises) return 'TypeError';
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
  let at = n;
  while (at >= 0 && nearest[at] === UNKNOWN) {
    // Of a ring nothing comes.
    nearest[at] = records.isMessage(at) ? at : -1;
    if (!records.isMessage(at)) at = links.parentOf(at);
  }
  const found = at >= 0 ? (nearest[at] ?? -1) : -1;
  for (let each = n; found >= 0 && nearest[each] === -1; each = links.parentOf(each)) nearest[each] = found;
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
