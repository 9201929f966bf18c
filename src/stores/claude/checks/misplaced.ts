import { textAt } from '../../engine/text-at.ts';
import { once } from '../../once.ts';
import { RECORD_FLAG } from '../read/record-classes.ts';
import type { SessionFile } from '../read/session-file.ts';
import { firstMessageFrom } from './damaged-links.ts';

/**
 * The first record before the one that it follows, or before all that was written earlier, with messages that are not sent because of
 * that, or a compaction before what it compacted; -1 for none. A program only ever appends.
 */
export function misplacedRecord(file: SessionFile): number {
  const records = file.records();
  const links = file.links();
  const sent = once(() => sinceCompaction(file));
  const isCompacted = once(() => compaction(file) >= 0);
  const copied = once(() => copiedRecords(file));
  const isBefore = (n: number, other: number) => other > n && !copied().has(other);
  // The results of parallel calls are sent, and only one of them is on the chain.
  const goesOn = (parent: number) => sent().has(parent) || file.history().isSent(parent);
  const losesAt = (n: number, parent: number) =>
    (!isCompacted() && isLost(file, n)) || (goesOn(parent) && isLost(file, firstMessageFrom(file, n)));
  const isMoved = (n: number, parent: number) =>
    parent === LOST ? isOfEnd(file, n) : isBefore(n, parent) && losesAt(n, parent);
  for (let n = 0; n < records.count; n++) {
    if (!records.isKept(n) || links.isReplaced(n) || file.history().isOn(n)) continue;
    // What a compaction keeps follows its summary, which is behind it, by right.
    if (isMoved(n, links.preserved?.records?.includes(n) === true ? links.namedBy(n) : links.parentOf(n))) return n;
    if (records.has(n, RECORD_FLAG.boundary) && isBefore(n, compactedBy(file, n))) return n;
  }
  return -1;
}

/** What a link has for a parent that is not in the file. */
const LOST = -2;

/** Is a record before the conversation, and the first of messages that were written after all of it. */
function isOfEnd(file: SessionFile, n: number): boolean {
  const { records } = file.history().chain;
  if (n > (records[0] ?? -1) || !isLost(file, firstMessageFrom(file, n))) return false;
  const [own, end] = [file.timeOf(n), file.timeOf(records.at(-1) ?? -1)];
  return own !== null && end !== null && own > end;
}

/** What a compaction takes with it, because it is before it, is lost too. */
function isLost(file: SessionFile, n: number): boolean {
  return n >= 0 && (file.history().isPassed(n) || (file.links().isGone(n) && file.records().isMessage(n)));
}

/** The records of the conversation from its last compaction on. */
function sinceCompaction(file: SessionFile): ReadonlySet<number> {
  return new Set(file.history().chain.records.subarray(Math.max(compaction(file), 0)));
}

/** Where on the chain the last compaction is; -1 for none. */
function compaction(file: SessionFile): number {
  return file.history().chain.records.findLastIndex((n) => file.records().has(n, RECORD_FLAG.boundary));
}

/** The last compacted record; -1 for one that is not in the file. */
function compactedBy(file: SessionFile, boundary: number): number {
  const uuid = textAt(file.scan(boundary)?.record, 'logicalParentUuid');
  return uuid === null ? -1 : file.links().recordOf(uuid);
}

/** Records of which a copy is before them. */
function copiedRecords(file: SessionFile): ReadonlySet<number> {
  const links = file.links();
  const copied = new Set<number>();
  for (let n = 0; n < links.records.count; n++) if (links.isReplaced(n)) copied.add(links.lastOf(n));
  return copied;
}
