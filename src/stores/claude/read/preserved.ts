import { elements, isArray, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { contentOf } from './content.ts';
import type { Links, Preserved } from './links.ts';
import { RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';

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
  const isListed = isArray(uuids) && elements(uuids).length > 0;
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
