import { once } from '../../once.ts';
import { hashText, Lookup } from './hash.ts';
import { PARENT, RECORD_FLAG, type Records } from './records.ts';

/** The links between the records of a session, worked out once: four bytes for each, and four more where a uuid is repeated. */
export class Links {
  readonly records: Records;
  readonly #parents: Int32Array;
  /** The last record with the uuid of each; null where none is repeated. */
  #last: Int32Array | null = null;
  readonly #lookup: () => Lookup;

  /** Between all records that link to others, or between these alone. */
  constructor(records: Records, among: readonly number[] | null = null) {
    this.records = records;
    this.#parents = new Int32Array(records.count).fill(-1);
    const lookup = lookupOf(records, among);
    for (let n = 0; n < records.count; n++) {
      if (!records.isKept(n)) continue;
      this.#parents[n] = parentIn(lookup, records, n);
      const last = records.has(n, RECORD_FLAG.noUuid) ? n : lookup.get(records.id, n);
      if (last !== n && last >= 0) this.#repeated()[n] = last;
    }
    this.#lookup = once(() => lookupOf(records, among));
  }

  /** The record that has the uuid of a record: the last one that has it. */
  lastOf(n: number): number {
    return this.#last?.[n] ?? n;
  }

  /** Does a later record have its uuid: then it is gone for the program. */
  isReplaced(n: number): boolean {
    return this.lastOf(n) !== n;
  }

  /** The record that is the parent of a record; -1 for none, -2 for one that is not in the file. */
  parentOf(n: number): number {
    return this.#parents[n] ?? -1;
  }

  /** The last record with this uuid; -1 for none. */
  recordOf(uuid: string): number {
    const hash = new Int32Array(2);
    hashText(uuid, hash, 0);
    return this.recordAt(hash);
  }

  /** The last record whose uuid has this hash; -1 for none. */
  recordAt(hash: Int32Array): number {
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
  for (let n = 0; among === null && n < records.count; n++)
    if (records.isKept(n) && !records.has(n, RECORD_FLAG.noUuid)) last.put(n);
  return last;
}

function parentIn(last: Lookup, records: Records, n: number): number {
  const is = records.parentIs(n);
  if (is === PARENT.none) return -1;
  const found = is === PARENT.text ? last.get(records.parent, n) : -1;
  return found < 0 ? -2 : found;
}
