import { elements, isString, kindOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { lastText, lastValue } from '../python/get.ts';
import type { Links, Preserved } from './links.ts';
import { RECORD_FLAG } from './record-classes.ts';

/** What the last compaction of a file kept of the records before it; null for nothing. */
export function preservedIn(links: Links, scan: (n: number) => { readonly record: Value } | null): Preserved | null {
  const { records } = links;
  let boundary = records.count - 1;
  while (boundary >= 0 && !records.has(boundary, RECORD_FLAG.boundary)) boundary--;
  const made = boundary < 0 ? null : lastValue(scan(boundary)?.record, 'compactMetadata');
  const messages = lastValue(made, 'preservedMessages');
  const uuids = lastValue(messages, 'uuids');
  const isListed = uuids !== null && kindOf(uuids) === 'array';
  const segment = lastValue(made, 'preservedSegment');
  const anchor = lastText(isListed ? messages : segment, 'anchorUuid');
  const kept = isListed ? listed(uuids, links) : segmentOf(segment, links);
  return anchor === null || kept.length === 0 ? null : { boundary, anchor, records: kept };
}

function listed(uuids: Value, links: Links): number[] {
  return elements(uuids).flatMap((each) => {
    const n = isString(each) ? links.recordOf(textOf(each)) : -1;
    return n < 0 ? [] : [n];
  });
}

/** What leads from the head of a segment to its tail; none where it does not. */
function segmentOf(segment: Value | null, links: Links): number[] {
  const [head, tail] = ['headUuid', 'tailUuid'].map((key) => {
    const uuid = lastText(segment, key);
    return uuid === null ? -1 : links.recordOf(uuid);
  });
  const way: number[] = [];
  for (let n = tail ?? -1; n >= 0 && way.length <= links.records.count; n = links.parentOf(n)) {
    way.push(n);
    if (n === head) return way.reverse();
  }
  return [];
}
