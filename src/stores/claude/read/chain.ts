import { firstWhere } from '../../../codecs/bytes.ts';
import { once } from '../../once.ts';
import type { Links } from './links.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';

/** Data for a walk from the newest record to the first, beside the links. */
export interface ChainContext {
  /** When a record was written, in milliseconds; null where it does not say. */
  timeOf(n: number): number | null;
  stampOf(n: number): string;
}

/** The records that the program goes through from the first to the newest (docs/formats/claude.md, "The chain"). */
export interface Chain {
  readonly records: Int32Array;
  /** Records whose parent is not in the file, or after them in a ring. They follow the one before them in time. */
  readonly joined: readonly number[];
  /** It begins where it does because the parent of its first record is not to be found. */
  readonly isCut: boolean;
}

export function joinedTo({ records, joined }: Chain): Map<number, number> {
  const wanted = new Set(joined);
  const pairs = new Map<number, number>();
  for (const [i, n] of records.entries()) if (wanted.has(n) && i > 0) pairs.set(n, records[i - 1] as number);
  return pairs;
}

/** Milliseconds that may pass between a record and the one that replaces its lost parent. */
const NEAR = 5000;

/** The chain up from a record, none for -1; `taken` marks records that are on it already. */
export function chainFrom(links: Links, leaf: number, context: ChainContext, taken: Uint8Array | null = null): Chain {
  const on = taken === null ? new Uint8Array(links.records.count) : taken.slice();
  const found: number[] = [];
  const joined: number[] = [];
  const near = new NearestByTime(links, context);
  let isCut = false;
  for (let n = leaf; n >= 0; ) {
    on[n] = 1;
    found.push(n);
    let parent = links.parentOf(n);
    if (parent === -1) break;
    if (parent < 0 || on[parent] === 1) {
      parent = near.before(n, on);
      isCut = parent < 0;
      if (!isCut) joined.push(n);
    }
    n = parent;
  }
  return { records: new Int32Array(found.reverse()), joined: joined.reverse(), isCut };
}

/** A record of a sidechain is put behind one of a sidechain, any other behind another; made when a parent is missing, which is rare. */
class NearestByTime {
  readonly #main: () => RecordsByTime;
  readonly #side: () => RecordsByTime;
  readonly #isSide: (n: number) => boolean;

  constructor(links: Links, context: ChainContext) {
    this.#main = once(() => new RecordsByTime(links, context, false));
    this.#side = once(() => new RecordsByTime(links, context, true));
    this.#isSide = (n) => links.records.has(n, RECORD_FLAG.sidechain);
  }

  /** The last record of its kind that is near, not later and not on the chain; -1 for none. */
  before(n: number, on: Uint8Array): number {
    return (this.#isSide(n) ? this.#side() : this.#main()).before(n, on);
  }
}

/** Records by the time at which they were written, those of sidechains or all others. */
class RecordsByTime {
  readonly #context: ChainContext;
  /** Records by time, and their times. */
  readonly #order: Int32Array;
  readonly #times: Float64Array;
  /** The next lower usable place. */
  readonly #down: Int32Array;

  constructor(links: Links, context: ChainContext, isSide: boolean) {
    const { records } = links;
    const timed: (readonly [number, number])[] = [];
    for (let n = 0; n < records.count; n++) {
      if (!canLead(links, n) || records.has(n, RECORD_FLAG.sidechain) !== isSide) continue;
      const time = context.timeOf(n);
      if (time !== null) timed.push([time, n]);
    }
    // Of equal ones the first in the file is taken.
    timed.sort(([a, n], [b, m]) => a - b || m - n);
    this.#context = context;
    this.#order = Int32Array.from(timed, ([, n]) => n);
    this.#times = Float64Array.from(timed, ([time]) => time);
    this.#down = Int32Array.from(timed, (_, i) => i);
  }

  /** The last record not later than this one and not on the chain, if it is near; -1 for none. */
  before(n: number, on: Uint8Array): number {
    const time = this.#context.timeOf(n);
    if (time === null) return -1;
    const later = firstWhere(this.#times.length, (place) => (this.#times[place] as number) > time);
    const place = this.#free(later - 1, on);
    return place < 0 || time - (this.#times[place] as number) > NEAR ? -1 : (this.#order[place] as number);
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
  return records.isKept(n) && !links.isGone(n) && records.kind[n] !== CLASS.progress && !links.isReplaced(n);
}

/** Records that lead to a subagent transcript's last message. */
export function agentChain(links: Links, context: ChainContext): Chain {
  const { records } = links;
  let leaf = -1;
  for (let n = 0; n < records.count; n++) if (records.isMessage(n)) leaf = n;
  return chainFrom(links, leaf, context);
}
