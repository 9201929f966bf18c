import { sourceOf } from '../../../codecs/json/value.ts';
import { once } from '../../../model/once.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { countOf } from '../../words.ts';
import { sidechainAtEnd } from '../read/ends.ts';
import { isRead, type Links, PARENT_GONE } from '../read/links.ts';
import { RECORD_FLAG } from '../read/record-classes.ts';
import type { Records } from '../read/records.ts';
import type { SessionFile } from '../session-file.ts';
import { firstMessageFrom } from './damaged-links.ts';
import { type RecordFinding, recordFinding } from './record-finding.ts';

/**
 * The first record that precedes its parent, or all that was written earlier, so that messages are not sent; or a compaction
 * before what it compacted. -1 for none. Programs only append.
 */
export function misplacedRecord(file: SessionFile): number {
  const records = file.records();
  const links = file.links();
  const sent = once(() => sinceCompaction(file));
  const isCompacted = once(() => lastCompaction(file) >= 0);
  const copied = once(() => copiedRecords(file));
  const isBefore = (n: number, other: number) => other > n && !copied().has(other);
  // All results of parallel calls are sent, but only one of them is on the chain.
  const isContinued = (parent: number) => sent().has(parent) || file.history().isSent(parent);
  const losesAt = (n: number, parent: number) =>
    (!isCompacted() && isLost(file, n)) || (isContinued(parent) && isLost(file, firstMessageFrom(file, n)));
  const isMoved = (n: number, parent: number) =>
    parent === PARENT_GONE ? isOfEnd(file, n) : isBefore(n, parent) && losesAt(n, parent);
  for (let n = 0; n < records.count; n++) {
    if (!records.isKept(n) || links.isReplaced(n) || file.history().isOn(n)) continue;
    // Records kept by a compaction may stand before their parent, its summary.
    if (isMoved(n, links.preserved?.records?.includes(n) === true ? links.recordedParentOf(n) : links.parentOf(n)))
      return n;
    if (records.has(n, RECORD_FLAG.boundary) && isBefore(n, compactedBy(file, n))) return n;
  }
  return -1;
}

/** True for a record before the conversation that begins messages written after all of it. */
function isOfEnd(file: SessionFile, n: number): boolean {
  const { records } = file.history().chain;
  if (n > (records[0] ?? -1) || !isLost(file, firstMessageFrom(file, n))) return false;
  const own = file.timeOf(n);
  const end = file.timeOf(records.at(-1) ?? -1);
  return own !== null && end !== null && own > end;
}

/** True for an unsent message, and for a message before a compaction, which loses it too. */
function isLost(file: SessionFile, n: number): boolean {
  return n >= 0 && (file.history().isPassed(n) || (file.links().isGone(n) && file.records().isMessage(n)));
}

function sinceCompaction(file: SessionFile): ReadonlySet<number> {
  return new Set(file.history().chain.records.subarray(Math.max(lastCompaction(file), 0)));
}

/** Index on the chain of the last compaction; -1 for none. */
function lastCompaction(file: SessionFile): number {
  return file.history().chain.records.findLastIndex((n) => file.records().has(n, RECORD_FLAG.boundary));
}

/** The last record that a compaction replaces; -1 if it is not in the file. */
function compactedBy(file: SessionFile, boundary: number): number {
  const uuid = textAt(file.scan(boundary)?.record, 'logicalParentUuid');
  return uuid === null ? -1 : file.links().recordOf(uuid);
}

function copiedRecords(file: SessionFile): ReadonlySet<number> {
  const links = file.links();
  const copied = new Set<number>();
  for (let n = 0; n < links.records.count; n++) if (links.isReplaced(n)) copied.add(links.lastOf(n));
  return copied;
}

/** Records with the uuid of a later record: the program sees only the later one. */
export function* replacedRecords(file: SessionFile): Generator<RecordFinding> {
  const links = file.links();
  let copies = 0;
  let first = -1;
  for (let n = 0; n < links.records.count; n++) {
    const last = links.records.isKept(n) ? links.lastOf(n) : n;
    if (last === n) continue;
    if (isRead(links.records, n, file.scan) && !isSame(file, n, last))
      yield recordFinding(
        file,
        n,
        'CL206',
        `${sharingDetail(links.records, n)} line ${last + 1} and another content: it is not sent`,
      );
    else if (copies++ === 0) first = n;
  }
  const detail = copies === 1 ? 'is repeated further down' : `is the first of ${copies} records that are repeated`;
  if (copies > 0) yield recordFinding(file, first, 'CL205', detail);
}

export interface EndedByCopy {
  /** Messages that are not sent, because the conversation ends before them. */
  readonly passed: readonly number[];
  /** The repeated records after all of these, each with the first record of its uuid. */
  readonly copies: ReadonlyMap<number, number>;
}

/** Records lost because the conversation ends with a copy of an older one; null for none. */
export function endedByCopy(file: SessionFile): EndedByCopy | null {
  const links = file.links();
  const { records: chain } = file.history().chain;
  const end = chain.findLastIndex((n) => links.records.isMessage(n));
  const tail = chain.subarray(Math.max(end, 0));
  if (tail.every((n) => !links.isRepeated(n))) return null;
  const firsts = firstOfCopies(links);
  const passed = passedBetweenCopies(file, tail, firsts);
  const last = passed.at(-1);
  return last === undefined ? null : { passed, copies: new Map([...firsts].filter(([n]) => n > last)) };
}

/** Unsent messages between the first of the repeated records and the last of their copies. */
function passedBetweenCopies(file: SessionFile, tail: Int32Array, firsts: ReadonlyMap<number, number>): number[] {
  const links = file.links();
  const history = file.history();
  const copies = tail.filter((n) => firsts.has(n)).sort();
  const [from = 0] = copies.map((n) => firsts.get(n) as number).sort();
  const to = copies.at(-1) ?? -1;
  const follows = new Set(tail);
  const passed: number[] = [];
  for (let n = from + 1; n < to; n++) {
    if ((firsts.get(n) ?? n) < from) continue;
    if (history.isSent(n) || follows.has(links.parentOf(n))) follows.add(n);
    if (history.isPassed(n)) passed.push(n);
  }
  const behind = passed.filter((n) => follows.has(n));
  // Later messages of another branch are lost, too.
  return behind.length > 0 ? behind : passed;
}

function firstOfCopies(links: Links): Map<number, number> {
  const { records } = links;
  const firsts = new Map<number, number>();
  const byLast = new Map<number, number>();
  for (let n = 0; n < records.count; n++) {
    if (!records.isKept(n) || records.has(n, RECORD_FLAG.noUuid) || !links.isRepeated(n)) continue;
    const first = byLast.get(links.lastOf(n));
    if (first === undefined) byLast.set(links.lastOf(n), n);
    else firsts.set(n, first);
  }
  return firsts;
}

function sharingDetail(records: Records, n: number): string {
  return records.has(n, RECORD_FLAG.noUuid) ? 'has no uuid, like' : 'has the uuid of';
}

function isSame(file: SessionFile, a: number, b: number): boolean {
  const [one, other] = [a, b].map((n) => {
    const record = file.scan(n)?.record;
    const message = lastValue(record, 'message') ?? record ?? null;
    return message === null ? null : Buffer.from(sourceOf(message));
  });
  return one != null && other != null && one.equals(other);
}

/**
 * Messages with a subagent's mark that continue a conversation, beyond its end: a real subagent's messages follow none of its records
 * (docs/formats/claude.md).
 */
export function markedAsSidechain(file: SessionFile): number[] {
  const links = file.links();
  const { records } = links;
  const history = file.history();
  if (history.sent.length === 0) {
    const end = sidechainAtEnd(links);
    return end < 0 ? [] : [end];
  }
  const onPath = new Uint8Array(records.count);
  const { records: chain } = history.chain;
  for (const n of chain.subarray(Math.max(chain.indexOf(history.sent.at(-1) as number), 0))) onPath[n] = 1;
  const marked: number[] = [];
  for (let n = 0; n < records.count; n++) {
    const isAside = records.has(n, RECORD_FLAG.sidechain) && records.isKept(n) && !links.isReplaced(n);
    if (!isAside || onPath[n] === 1 || onPath[links.recordedParentOf(n)] !== 1) continue;
    onPath[n] = 1;
    if (records.isMessage(n) && records.has(n, RECORD_FLAG.content)) marked.push(n);
  }
  return marked;
}

/** Finding on the first message wrongly marked as a subagent's, with the number of messages that are not sent for it. */
export function markedFinding(file: SessionFile): RecordFinding | null {
  if (!file.records().haveSome(RECORD_FLAG.sidechain)) return null;
  const marked = markedAsSidechain(file);
  const [first] = marked;
  if (first === undefined) return null;
  const at = '/isSidechain';
  if (file.history().sent.length === 0)
    return { ...recordFinding(file, first, 'CL225', "ends the conversation, and is marked as a subagent's"), at };
  const more = marked.length === 1 ? 'it is' : `${countOf(marked.length, 'message')} from here on are`;
  const detail = `goes on with the conversation, and is marked as a subagent's: ${more} not sent`;
  return { ...recordFinding(file, first, 'CL226', detail), at };
}
