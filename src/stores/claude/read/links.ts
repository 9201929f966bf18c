import { elements, isArray, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import { once } from '../../../model/once.ts';
import { HashLookup, hashText } from '../../engine/hash.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { contentOf } from './content.ts';
import { CLASS, PARENT, RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';

/** Records that a compaction kept; the program ignores all others before it. */
export interface Preserved {
  readonly boundary: number;
  /** Uuid of the record that the first kept one follows; its former children follow the last kept one. */
  readonly anchor: string;
  /** Null if some are missing, and then nothing changes. */
  readonly records: readonly number[] | null;
  /** Kept records, or the anchor, in which the program reads nothing. */
  readonly unread: readonly number[];
}

/** Links between the records of a session, computed once: four bytes each, and four more if a uuid is repeated. */
export class Links {
  readonly records: Records;
  readonly #parents: Int32Array;
  /** Parents as recorded, before a compaction changed them. */
  #named: Int32Array | null = null;
  /** By record: the last record with its uuid; null if no uuid is repeated. */
  #last: Int32Array | null = null;
  /** 1 for the last record of each repeated uuid; null if none is repeated. */
  readonly #several = once(() => {
    const last = this.#last;
    if (last === null) return null;
    const several = new Uint8Array(last.length);
    for (const [n, of] of last.entries()) if (of !== n) several[of] = 1;
    return several;
  });
  readonly #lookup: () => HashLookup;
  /** Records kept by the last compaction; null if none kept any. */
  readonly preserved: Preserved | null;
  readonly #loose = once(() => looseRows(this));
  /** 1 for a record that a compaction took; null where none did. */
  #compacted: Uint8Array | null = null;

  /** `among`: only links between these records. `preserved`: links as a compaction left them. */
  constructor(records: Records, among: readonly number[] | null = null, preserved: Preserved | null = null) {
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
    this.preserved = preserved;
    if (preserved !== null && preserved.records !== null) this.#relink(preserved, preserved.records);
  }

  /** True for a record in a run of records without parents that has a reply: replies never begin anything, so their links were removed. */
  isLoose(n: number): boolean {
    return this.#loose()[n] === 1;
  }

  isGone(n: number): boolean {
    return this.#compacted?.[n] === 1;
  }

  /** Removes the records before a compaction, and links those it keeps to its anchor. */
  #relink({ boundary, anchor }: Preserved, preserved: readonly number[]): void {
    this.#named = this.#parents.slice();
    const compacted = new Uint8Array(this.records.count);
    // A repeated record counts at its first place.
    for (let n = 0; this.lastOf(n) !== boundary; n++) compacted[this.lastOf(n)] = 1;
    for (const n of preserved) compacted[n] = 0;
    this.#compacted = compacted;
    const uuid = new Int32Array(2);
    hashText(anchor, uuid, 0);
    for (let n = 0; n < this.records.count; n++)
      if (compacted[n] === 0) this.#parents[n] = this.#behind(n, preserved.at(-1) ?? PARENT_GONE, uuid);
    let above = preserved.length === 0 ? PARENT_GONE : this.recordAt(uuid);
    for (const n of preserved) {
      this.#parents[n] = above < 0 || this.isGone(above) ? PARENT_GONE : above;
      above = n;
    }
  }

  /** The parent after a compaction: the last kept record for a record after the anchor, and for a message whose parent is gone. */
  #behind(n: number, last: number, anchor: Int32Array): number {
    if (last >= 0 && this.records.hasParent(n, anchor)) return last;
    const parent = this.parentOf(n);
    if (!this.isGone(parent)) return parent;
    return this.records.isMessage(n) && this.records.has(n, RECORD_FLAG.content) ? last : PARENT_GONE;
  }

  /** The last record with the uuid of record `n`. */
  lastOf(n: number): number {
    return this.#last?.[n] ?? n;
  }

  isRepeated(n: number): boolean {
    return this.#several()?.[this.lastOf(n)] === 1;
  }

  /** True if a later record has the uuid of `n`: the program ignores `n`. */
  isReplaced(n: number): boolean {
    return this.lastOf(n) !== n;
  }

  /** The parent of a record; -1 for none, or `PARENT_GONE`. */
  parentOf(n: number): number {
    return this.#parents[n] ?? -1;
  }

  /** The parent in the record itself, even if a compaction relinked it; -1 for none. */
  recordedParentOf(n: number): number {
    return (this.#named ?? this.#parents)[n] ?? -1;
  }

  /** The last record with this uuid; -1 for none. */
  recordOf(uuid: string): number {
    const hash = new Int32Array(2);
    hashText(uuid, hash, 0);
    return this.recordAt(hash);
  }

  recordAt(hash: Int32Array): number {
    return this.#lookup().get(hash, 0);
  }

  #repeated(): Int32Array {
    this.#last ??= Int32Array.from(this.#parents.keys());
    return this.#last;
  }
}

/** 1 for each record in a run of records without parents that has a reply. */
function looseRows(links: Links): Uint8Array {
  const { records } = links;
  const loose = new Uint8Array(records.count);
  let from = 0;
  let hasReply = false;
  for (let n = 0; n < records.count; n++) {
    if (!isLinked(records, n)) continue;
    if (links.recordedParentOf(n) !== NO_PARENT || records.has(n, RECORD_FLAG.boundary))
      [from, hasReply] = [n + 1, false];
    else hasReply ||= records.classOf[n] === CLASS.assistant || records.has(n, RECORD_FLAG.results);
    for (; hasReply && from <= n; from++) loose[from] = Number(isLinked(records, from));
  }
  return loose;
}

function isLinked(records: Records, n: number): boolean {
  return records.isKept(n) && records.classOf[n] !== CLASS.progress && !records.has(n, RECORD_FLAG.sidechain);
}

const NO_PARENT = -1;
/** Stands for a parent that is missing, or that a compaction removed. */
export const PARENT_GONE = -2;

function lookupOf(records: Records, among: readonly number[] | null): HashLookup {
  const last = new HashLookup(records.id, among?.length ?? records.count);
  for (const n of among ?? []) last.put(n);
  for (let n = 0; among === null && n < records.count; n++) if (records.isKept(n)) last.put(n);
  return last;
}

function parentIn(last: HashLookup, records: Records, n: number): number {
  const kind = records.parentType(n);
  if (kind === PARENT.none) return -1;
  const found = kind === PARENT.text ? last.get(records.parent, n) : -1;
  return found < 0 ? PARENT_GONE : found;
}

type Scan = (n: number) => { readonly record: Value } | null;

/** The effect on earlier records of the last compaction, if it or an earlier one keeps some. */
export function preservedIn(links: Links, scan: Scan): Preserved | null {
  const { records } = links;
  if (!records.haveSome(RECORD_FLAG.boundary)) return null;
  let boundary = -1;
  for (let n = records.count - 1; n >= 0; n--) {
    if (!records.has(n, RECORD_FLAG.boundary) || links.isReplaced(n)) continue;
    if (boundary < 0) boundary = n;
    const preserved = keptBy(lastValue(scan(n)?.record, 'compactMetadata'), links, scan);
    // The last compaction drops records that an earlier one kept.
    if (preserved !== null)
      return { boundary, ...(n === boundary ? preserved : { anchor: '', records: [], unread: [] }) };
  }
  return null;
}

function keptBy(made: Value | null, links: Links, scan: Scan): Omit<Preserved, 'boundary'> | null {
  const messages = lastValue(made, 'preservedMessages');
  const uuids = lastValue(messages, 'uuids');
  const isListed = isArray(uuids);
  const segment = lastValue(made, 'preservedSegment');
  const anchor = textAt(isListed ? messages : segment, 'anchorUuid');
  if (anchor === null) return null;
  const records = isListed ? listedRecords(uuids, links) : segmentOf(segment, links);
  const ends = isListed ? records : (records?.filter((_, i) => i === 0 || i === records.length - 1) ?? null);
  const needed = ends === null ? [] : [links.recordOf(anchor), ...ends];
  const unread = needed.filter((n) => n >= 0 && links.records.isMessage(n) && !isRead(links.records, n, scan));
  return { anchor, records: unread.length === 0 ? records : null, unread };
}

function listedRecords(uuids: Value, links: Links): number[] | null {
  const records = elements(uuids).map((each) => (isString(each) ? links.recordOf(textOf(each)) : -1));
  return records.includes(-1) ? null : records;
}

/** True for a message with something that the program reads: a text, or a list that is empty or has a block of some type. */
export function isRead(records: Records, n: number, scan: Scan): boolean {
  if (!records.isMessage(n) || !records.has(n, RECORD_FLAG.content)) return false;
  const blocks = contentOf(lastValue(scan(n)?.record, 'message'));
  return blocks.length === 0 || blocks.some((block) => textAt(block, 'type') !== null);
}

/** Records from the head of a segment to its tail; null if they are not linked. */
function segmentOf(segment: Value | null, links: Links): number[] | null {
  const [head, tail] = ['headUuid', 'tailUuid'].map((key) => {
    const uuid = textAt(segment, key);
    return uuid === null ? -1 : links.recordOf(uuid);
  });
  const way: number[] = [];
  for (let n = tail ?? -1; n >= 0 && way.length <= links.records.count; n = links.parentOf(n)) {
    way.push(n);
    if (n === head) return way.reverse();
  }
  return null;
}
