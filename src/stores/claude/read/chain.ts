import type { Links } from './links.ts';
import { CLASS, RECORD_FLAG, type Records } from './records.ts';

/** What a walk from the newest record back to the first needs to know beside the links. */
export interface ChainContext {
  /** When a record was written, in milliseconds; null where it does not say. */
  timeOf(n: number): number | null;
  /** The same as it is written; empty where it does not say. */
  stampOf(n: number): string;
}

/** The records that the program goes through from the first to the newest (docs/formats/claude.md, "The chain"). */
export interface Chain {
  /** Numbers of records. */
  readonly records: Int32Array;
  /** Records whose parent is not in the file, or after them in a ring, and that follow the one before them in time instead. */
  readonly joined: readonly number[];
  /** It begins where it does because the parent of its first record is not to be found. */
  readonly isCut: boolean;
}

/** Milliseconds that may pass between a record and the one that replaces its lost parent. */
const NEAR = 5000;

/** The chain up from a record, none for -1; `taken` marks records that are on it already. */
export function chainFrom(links: Links, leaf: number, context: ChainContext, taken: Uint8Array | null = null): Chain {
  const on = taken === null ? new Uint8Array(links.records.count) : taken.slice();
  const found: number[] = [];
  const joined: number[] = [];
  let near: Near | null = null;
  let isCut = false;
  for (let n = leaf; n >= 0; ) {
    on[n] = 1;
    found.push(n);
    let parent = links.parentOf(n);
    if (parent === -1) break;
    if (parent < 0 || on[parent] === 1) {
      near ??= new Near(links, context);
      parent = near.before(n, on);
      isCut = parent < 0;
      if (!isCut) joined.push(n);
    }
    n = parent;
  }
  return { records: Int32Array.from(found.reverse()), joined: joined.reverse(), isCut };
}

/** Records by the time at which they were written; made when a parent is missing, which is rare. */
class Near {
  readonly #context: ChainContext;
  /** Records in the order of their times, and their times. */
  readonly #order: Int32Array;
  readonly #times: Float64Array;
  /** For each place, the next one down that may still serve. */
  readonly #down: Int32Array;

  constructor(links: Links, context: ChainContext) {
    const { records } = links;
    const timed: (readonly [number, number])[] = [];
    for (let n = 0; n < records.count; n++) {
      if (!canLead(links, n)) continue;
      const time = context.timeOf(n);
      if (time !== null) timed.push([time, n]);
    }
    timed.sort(([a, n], [b, m]) => a - b || n - m);
    this.#context = context;
    this.#order = Int32Array.from(timed, ([, n]) => n);
    this.#times = Float64Array.from(timed, ([time]) => time);
    this.#down = Int32Array.from(timed, (_, i) => i);
  }

  /** The last record not later than this one and not on the chain, if it is near; -1 for none. */
  before(n: number, on: Uint8Array): number {
    const time = this.#context.timeOf(n);
    if (time === null) return -1;
    let [from, to] = [0, this.#times.length];
    while (from < to) {
      const half = (from + to) >> 1;
      if ((this.#times[half] as number) <= time) from = half + 1;
      else to = half;
    }
    const place = this.#free(from - 1, on);
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

/** May a record stand in for a lost parent. */
function canLead(links: Links, n: number): boolean {
  const { records } = links;
  return (
    records.isKept(n) &&
    records.is[n] !== CLASS.progress &&
    !records.has(n, RECORD_FLAG.sidechain) &&
    !links.isReplaced(n)
  );
}

/** The record that the conversation ends with, and the chain up from it; none for a session without one. */
export function mainChain(links: Links, context: ChainContext): Chain {
  const { records } = links;
  const newest = newestOf(links);
  if (newest < 0) return chainFrom(links, -1, context);
  const isEnd = !records.has(newest, RECORD_FLAG.unnamed) && messageAbove(links, newest) >= 0;
  const chain = chainFrom(links, newest, context);
  const prompted = records.prompted === null ? -1 : links.recordAt(records.prompted);
  const isNamed = prompted >= 0 && messageAbove(links, prompted) >= 0;
  if (isNamed && !chain.records.includes(prompted))
    // The program finds no conversation where the end that was noted is a subagent's.
    return chainFrom(links, records.has(prompted, RECORD_FLAG.sidechain) ? -1 : prompted, context);
  if (!isEnd) return chainFrom(links, latestEnd(links, context), context);
  const end = isNamed ? newest : newestBelow(links, newest, context);
  return end === newest ? chain : chainFrom(links, end, context);
}

/** The first message on the way up from a record, itself or above; -1 for none. `known` holds what was found before: -2 for nothing yet. */
function messageAbove(links: Links, from: number, known: Int32Array | null = null): number {
  const { records } = links;
  if (records.isMessage(from)) return from;
  const seen = known ?? new Int32Array(records.count).fill(-2);
  const way: number[] = [];
  let at = from;
  // What is on the way is known to lead nowhere until the way ends: so a ring does.
  for (; at >= 0 && seen[at] === -2 && !records.isMessage(at); at = links.parentOf(at)) {
    seen[at] = -1;
    way.push(at);
  }
  const found = at < 0 ? -1 : records.isMessage(at) ? at : (seen[at] as number);
  for (const each of way) seen[each] = found;
  return found;
}

/**
 * The end of a conversation where the last record of the file ends none: of the messages from which nothing follows but records of the
 * system, the one with the latest time, and of several the first. Where no time can be read, the last message of the file.
 */
function latestEnd(links: Links, context: ChainContext): number {
  const { records } = links;
  const parents = parentsIn(links);
  const known = new Int32Array(records.count).fill(-2);
  let [best, time] = [-1, Number.NEGATIVE_INFINITY];
  for (let n = 0; n < records.count; n++) {
    if (parents[n] === 1 || !canEnd(records, n) || records.has(n, RECORD_FLAG.ownParent) || links.isReplaced(n))
      continue;
    const message = messageAbove(links, n, known);
    const own = message < 0 ? null : context.timeOf(message);
    if (own !== null && own > time) [best, time] = [message, own];
  }
  return best >= 0 ? best : lastMessage(records);
}

/** -1 also where it is a subagent's. */
function lastMessage(records: Records): number {
  let n = records.count - 1;
  while (n >= 0 && !records.isMessage(n)) n--;
  return n < 0 || records.has(n, RECORD_FLAG.sidechain) ? -1 : n;
}

/** The last record that may end a conversation, in a file with a message that is not of a subagent. */
function newestOf({ records }: Links): number {
  let newest = -1;
  for (let n = records.count - 1; n >= 0; n--) {
    if (!canEnd(records, n)) continue;
    if (newest < 0) newest = n;
    if (records.isMessage(n)) return newest;
  }
  return -1;
}

function canEnd(records: Records, n: number): boolean {
  if (!records.isKept(n) || records.is[n] === CLASS.progress || records.has(n, RECORD_FLAG.sidechain)) return false;
  return !records.isMessage(n) || records.has(n, RECORD_FLAG.content);
}

/** Of the last record and what follows from it, where it has children before it in the file, the one with the latest time as it is written. */
function newestBelow(links: Links, newest: number, context: ChainContext): number {
  const { records } = links;
  const children = newest < 0 ? null : parentsIn(links);
  if (children === null || children[newest] !== 1) return newest;
  const marks = belowOf(links, newest);
  let [best, stamp] = [newest, context.stampOf(newest)];
  for (let n = 0; n < records.count; n++) {
    if (marks[n] !== BELOW || n === newest || !canEnd(records, n)) continue;
    const own = context.stampOf(n);
    if (own >= stamp) [best, stamp] = [n, own];
  }
  return best;
}

/** 1 for each record that is the parent of one that may end a conversation. */
function parentsIn(links: Links): Uint8Array {
  const { records } = links;
  const parents = new Uint8Array(records.count);
  for (let n = 0; n < records.count; n++) {
    const parent = canEnd(records, n) ? links.parentOf(n) : -1;
    if (parent >= 0 && parent !== n) parents[parent] = 1;
  }
  return parents;
}

const BELOW = 1;
const ASIDE = 2;

/** Marks what follows from a record: each step up is gone once. */
function belowOf(links: Links, from: number): Uint8Array {
  const { records } = links;
  const marks = new Uint8Array(records.count);
  marks[from] = BELOW;
  for (let n = 0; n < records.count; n++) {
    const way: number[] = [];
    let at = records.isKept(n) ? n : -1;
    for (; at >= 0 && marks[at] === 0; at = links.parentOf(at)) {
      marks[at] = ASIDE;
      way.push(at);
    }
    if (at >= 0 && marks[at] === BELOW) for (const each of way) marks[each] = BELOW;
  }
  return marks;
}

/** What led to the last message of a subagent's transcript. */
export function agentChain(links: Links, context: ChainContext): Chain {
  const { records } = links;
  let leaf = -1;
  for (let n = 0; n < records.count; n++) if (records.isMessage(n)) leaf = n;
  return chainFrom(links, leaf, context);
}
