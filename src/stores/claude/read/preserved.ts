import { elements, isArray, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import { lastText, lastValue } from '../python/get.ts';
import type { Links, Preserved } from './links.ts';
import { RECORD_FLAG } from './record-classes.ts';

/** What the last compaction of a file made of the records before it, where it or one before it keeps some; null where none does. */
export function preservedIn(links: Links, scan: (n: number) => { readonly record: Value } | null): Preserved | null {
  const { records } = links;
  let boundary = -1;
  for (let n = records.count - 1; n >= 0; n--) {
    if (!records.has(n, RECORD_FLAG.boundary) || links.isReplaced(n)) continue;
    if (boundary < 0) boundary = n;
    const kept = keptBy(lastValue(scan(n)?.record, 'compactMetadata'), links);
    // What an older one kept is gone with the last one.
    if (kept !== null) return { boundary, ...(n === boundary ? kept : { anchor: '', records: [] }) };
  }
  return null;
}

function keptBy(made: Value | null, links: Links): Omit<Preserved, 'boundary'> | null {
  const messages = lastValue(made, 'preservedMessages');
  const uuids = lastValue(messages, 'uuids');
  const isListed = isArray(uuids) && elements(uuids).length > 0;
  const segment = lastValue(made, 'preservedSegment');
  const anchor = lastText(isListed ? messages : segment, 'anchorUuid');
  if (anchor === null) return null;
  return { anchor, records: isListed ? listed(uuids, links) : segmentOf(segment, links) };
}

function listed(uuids: Value, links: Links): number[] | null {
  const records = elements(uuids).map((each) => (isString(each) ? links.recordOf(textOf(each)) : -1));
  return records.includes(-1) ? null : records;
}

/** What leads from the head of a segment to its tail; null where it does not. */
function segmentOf(segment: Value | null, links: Links): number[] | null {
  const [head, tail] = ['headUuid', 'tailUuid'].map((key) => {
    const uuid = lastText(segment, key);
    return uuid === null ? -1 : links.recordOf(uuid);
  });
  const way: number[] = [];
  for (let n = tail ?? -1; n >= 0 && way.length <= links.records.count; n = links.parentOf(n)) {
    way.push(n);
    if (n === head) return way.reverse();
  }
  return null;
}
