import { firstWhere } from '../../../codecs/bytes.ts';
import { once } from '../../../model/once.ts';
import type { Links } from './links.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';

/** The records from the first to the newest as the program follows them (docs/formats/claude.md, "The chain"). */
export interface Chain {
  readonly records: Int32Array;
  /** Records whose parent is missing, or later in a ring; each follows the one before it in time. */
  readonly joined: readonly number[];
  /** The parent of the first record is missing. */
  readonly isBroken: boolean;
}

export function joinedTo({ records, joined }: Chain): Map<number, number> {
  const wanted = new Set(joined);
  const pairs = new Map<number, number>();
  for (const [i, n] of records.entries()) if (wanted.has(n) && i > 0) pairs.set(n, records[i - 1] as number);
  return pairs;
}

/** Longest time, in milliseconds, between a record and the substitute for its lost parent. */
const MAX_GAP_MS = 5000;

/** The chain up from `leaf`; empty for -1. `onChain`: marks of records that are on it already. */
export function chainFrom(links: Links, leaf: number, onChain: Uint8Array | null = null): Chain {
  const on = onChain === null ? new Uint8Array(links.records.count) : onChain.slice();
  const found: number[] = [];
  const joined: number[] = [];
  const near = new NearestByTime(links);
  let isBroken = false;
  for (let n = leaf; n >= 0; ) {
    on[n] = 1;
    found.push(n);
    let parent = links.parentOf(n);
    if (parent === -1) break;
    if (parent < 0 || on[parent] === 1) {
      parent = near.before(n, on);
      isBroken = parent < 0;
      if (!isBroken) joined.push(n);
    }
    n = parent;
  }
  return { records: new Int32Array(found.reverse()), joined: joined.reverse(), isBroken };
}

/** Finds a substitute for a missing parent, by time: a sidechain's record for a sidechain's, else one of the main chain. */
class NearestByTime {
  readonly #main: () => RecordsByTime;
  readonly #side: () => RecordsByTime;
  readonly #isSide: (n: number) => boolean;

  constructor(links: Links) {
    this.#main = once(() => new RecordsByTime(links, false));
    this.#side = once(() => new RecordsByTime(links, true));
    this.#isSide = (n) => links.records.has(n, RECORD_FLAG.sidechain);
  }

  /** The last near record of its kind that is not later and not on the chain; -1 for none. */
  before(n: number, on: Uint8Array): number {
    return (this.#isSide(n) ? this.#side() : this.#main()).before(n, on);
  }
}

class RecordsByTime {
  readonly #time: Float64Array;
  readonly #order: Int32Array;
  /** By place: the next lower usable one. */
  readonly #down: Int32Array;

  constructor(links: Links, isSide: boolean) {
    const { records } = links;
    const { time } = records;
    const order = new Int32Array(records.count);
    let count = 0;
    let isInOrder = true;
    for (let n = 0; n < records.count; n++) {
      if (!canLead(links, n) || records.has(n, RECORD_FLAG.sidechain) !== isSide) continue;
      if (Number.isNaN(time[n])) continue;
      isInOrder &&= count === 0 || (time[n] as number) > (time[order[count - 1] as number] as number);
      order[count++] = n;
    }
    this.#order = order.subarray(0, count);
    // Equal times keep the order of the file.
    if (!isInOrder) this.#order.sort((n, m) => (time[n] as number) - (time[m] as number) || m - n);
    this.#time = time;
    this.#down = Int32Array.from(this.#order.keys());
  }

  /** The last near record that is not later and not on the chain; -1 for none. */
  before(n: number, on: Uint8Array): number {
    const time = this.#time[n] as number;
    if (Number.isNaN(time)) return -1;
    const timeAt = (place: number) => this.#time[this.#order[place] as number] as number;
    const later = firstWhere(this.#order.length, (place) => timeAt(place) > time);
    const place = this.#free(later - 1, on);
    return place < 0 || time - timeAt(place) > MAX_GAP_MS ? -1 : (this.#order[place] as number);
  }

  #free(from: number, on: Uint8Array): number {
    const passed: number[] = [];
    let place = from;
    while (place >= 0) {
      const down = this.#down[place] as number;
      if (down === place && on[this.#order[place] as number] === 0) break;
      passed.push(place);
      place = down === place ? place - 1 : down;
    }
    for (const each of passed) this.#down[each] = place;
    return place;
  }
}

function canLead(links: Links, n: number): boolean {
  const { records } = links;
  return records.isKept(n) && !links.isGone(n) && records.classOf[n] !== CLASS.progress && !links.isReplaced(n);
}

/** The chain to a subagent transcript's last message. */
export function agentChain(links: Links): Chain {
  const { records } = links;
  let leaf = -1;
  for (let n = 0; n < records.count; n++) if (records.isMessage(n)) leaf = n;
  return chainFrom(links, leaf);
}
