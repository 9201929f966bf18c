import { type Chain, chainFrom } from './chain.ts';
import type { Links } from './links.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import { isSameAnswer } from './sent-messages.ts';

/** The time of a record as written; empty for none. */
type StampOf = (n: number) => string;

/** The chain up from the record with which the conversation ends; empty for a session without one. */
export function mainChain(links: Links, stampOf: StampOf): Chain {
  const { records } = links;
  const newest = newestOf(links);
  if (newest < 0) return chainFrom(links, -1);
  const isEnd = !records.has(newest, RECORD_FLAG.unnamed) && messageAbove(links, newest) >= 0;
  // A subagent's last record does not end a conversation.
  const endingWith = (n: number) =>
    chainFrom(links, records.has(messageAbove(links, n), RECORD_FLAG.sidechain) ? -1 : n);
  const chain = endingWith(newest);
  const prompted = notedEnd(links);
  if (prompted >= 0 && !leadsTo(chain, prompted) && !goesWith(links, chain, prompted)) return endingWith(prompted);
  if (!isEnd) return chainFrom(links, latestEnd(links));
  // Where the program noted an end, it looks only at records that are no messages.
  const end = newestBelow(links, newest, stampOf, keepsSome(links) || !records.isPrompted);
  return end === newest ? chain : chainFrom(links, end);
}

/**
 * The end that the program noted last, if a message is above it; -1 for none. After a compaction that keeps earlier records it is also -1:
 * the program searches then.
 */
function notedEnd(links: Links): number {
  const { prompted } = links.records;
  const end = prompted === null || keepsSome(links) ? -1 : links.recordAt(prompted);
  return end >= 0 && !links.isGone(end) && messageAbove(links, end) >= 0 ? end : -1;
}

function keepsSome({ preserved }: Links): boolean {
  return (preserved?.records ?? []).length > 0;
}

/**
 * A sidechain's message at the end of a conversation that the program does not find; -1 otherwise. The mark is damage, since a subagent's
 * messages follow none of the conversation.
 */
export function sidechainAtEnd(links: Links): number {
  const isSide = (n: number) => links.records.has(n, RECORD_FLAG.sidechain);
  for (const end of [notedEnd(links), newestOf(links)]) {
    const message = end < 0 ? -1 : messageAbove(links, end);
    const parent = message < 0 ? -1 : links.parentOf(message);
    if (parent >= 0 && isSide(message) && !isSide(parent)) return message;
  }
  return -1;
}

/** True if parents alone lead from the end of a chain to record `n`, without a substitute for a lost one. */
function leadsTo(chain: Chain, n: number): boolean {
  return behindJoints(chain).includes(n);
}

function behindJoints({ records, joined }: Chain): Int32Array {
  return joined.length === 0 ? records : records.subarray(records.indexOf(joined.at(-1) as number));
}

/** True for a record off the chain that is part of an answer on it, or a result for one: both are sent together. */
function goesWith({ records }: Links, chain: Chain, n: number): boolean {
  const { tools } = records;
  const result = records.classOf[n] === CLASS.assistant ? -1 : tools.n.indexOf(n);
  const isCall = (i: number) => tools.isCall[i] === 1 && hasName(tools.id, i, result);
  const call =
    result < 0 || result >= tools.count ? -1 : Array.from({ length: tools.count }, (_, i) => i).findIndex(isCall);
  const part = records.classOf[n] === CLASS.assistant ? n : call < 0 ? -1 : (tools.n[call] as number);
  return part >= 0 && behindJoints(chain).some((each) => each === part || isSameAnswer(records, part, each));
}

function hasName(names: Int32Array, a: number, b: number): boolean {
  return names[2 * a] === names[2 * b] && names[2 * a + 1] === names[2 * b + 1];
}

/** The nearest message upwards from a record, itself included; -1 for none. `known` caches results, -2 for unknown. */
function messageAbove(links: Links, from: number, known: Int32Array | null = null): number {
  const { records } = links;
  if (records.isMessage(from)) return from;
  const seen = known ?? new Int32Array(records.count).fill(-2);
  const way: number[] = [];
  let at = from;
  // Records on the way count as dead ends until the search is done, which stops rings.
  for (; at >= 0 && seen[at] === -2 && !records.isMessage(at); at = links.parentOf(at)) {
    seen[at] = -1;
    way.push(at);
  }
  const found = at < 0 ? -1 : records.isMessage(at) ? at : (seen[at] as number);
  for (const each of way) seen[each] = found;
  return found;
}

/**
 * The end of a conversation if the file's last record ends none: of messages followed only by system records, the latest; of equal times
 * the first. Without any time, the file's last message.
 */
function latestEnd(links: Links): number {
  const { records } = links;
  const parents = parentsIn(links, (n) => links.parentOf(n));
  const known = new Int32Array(records.count).fill(-2);
  let best = -1;
  let time = Number.NEGATIVE_INFINITY;
  for (let n = 0; n < records.count; n++) {
    if (parents[n] === 1 || !canEnd(links, n) || records.has(n, RECORD_FLAG.ownParent) || links.isReplaced(n)) continue;
    const message = messageAbove(links, n, known);
    const own = message < 0 ? Number.NaN : (records.time[message] as number);
    if (own > time) [best, time] = [message, own];
  }
  return best >= 0 ? best : lastMessage(links);
}

/** The file's last message; -1 for none, and for a subagent's. */
function lastMessage(links: Links): number {
  const { records } = links;
  let n = records.count - 1;
  while (n >= 0 && (!records.isMessage(n) || links.isGone(n))) n--;
  return n < 0 || records.has(n, RECORD_FLAG.sidechain) ? -1 : n;
}

/** The last record that may end a conversation; -1 if all messages are subagents'. */
function newestOf(links: Links): number {
  const { records } = links;
  let newest = -1;
  let hasMessage = false;
  for (let n = 0; n < records.count; n++) {
    if (!canEnd(links, n) || links.isReplaced(n)) continue;
    newest = n;
    hasMessage ||= records.isMessage(n);
  }
  return hasMessage ? newest : -1;
}

function canEnd(links: Links, n: number): boolean {
  const { records } = links;
  if (
    links.isGone(n) ||
    !records.isKept(n) ||
    records.classOf[n] === CLASS.progress ||
    records.has(n, RECORD_FLAG.sidechain)
  )
    return false;
  return !records.isMessage(n) || records.has(n, RECORD_FLAG.content);
}

/**
 * The end at or below the last record:
 * 1. Without children by their own links, the last record itself.
 * 2. Otherwise, of the possible ends below it, the one with the latest time as written; of equal times, the later in the file.
 */
function newestBelow(links: Links, newest: number, stampOf: StampOf, withMessages: boolean): number {
  const { records } = links;
  const children = newest < 0 ? null : parentsIn(links, (n) => links.recordedParentOf(n));
  if (children === null || children[newest] !== 1) return newest;
  const marks = belowOf(links, newest, withMessages);
  let best = newest;
  let stamp = stampOf(newest);
  for (let n = 0; n < records.count; n++) {
    if (marks[n] !== BELOW_END || n === newest || !canEnd(links, n)) continue;
    const own = stampOf(n);
    if (own >= stamp) [best, stamp] = [n, own];
  }
  return best;
}

function parentsIn(links: Links, parentOf: (n: number) => number): Uint8Array {
  const { records } = links;
  const parents = new Uint8Array(records.count);
  for (let n = 0; n < records.count; n++) {
    const parent = canEnd(links, n) ? parentOf(n) : -1;
    if (parent >= 0 && parent !== n) parents[parent] = 1;
  }
  return parents;
}

const BELOW_END = 1;
const BESIDE_END = 2;

/** Marks the descendants of a record; follows each link once. */
function belowOf(links: Links, from: number, withMessages: boolean): Uint8Array {
  const { records } = links;
  const marks = new Uint8Array(records.count);
  marks[from] = BELOW_END;
  for (let n = 0; n < records.count; n++) {
    const way: number[] = [];
    let at = n;
    for (
      ;
      at >= 0 && marks[at] === 0 && isThere(links, at) && (withMessages || !records.isMessage(at));
      at = links.recordedParentOf(at)
    ) {
      marks[at] = BESIDE_END;
      way.push(at);
    }
    if (at >= 0 && marks[at] === BELOW_END) for (const each of way) marks[each] = BELOW_END;
  }
  return marks;
}

function isThere(links: Links, n: number): boolean {
  return links.records.isKept(n) && !links.isGone(n);
}
