import { elements, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import { lastText, lastValue } from '../python/get.ts';
import type { Chain } from './chain.ts';
import type { Preserved } from './history.ts';
import type { Links } from './links.ts';
import { RECORD_FLAG } from './records.ts';

/** What the last compaction of a chain kept of the records before it; null for nothing. */
export function preservedBy(
  { records: chain }: Chain,
  links: Links,
  scan: (n: number) => { readonly record: Value } | null,
): Preserved | null {
  const boundary = chain.findLast((n) => links.records.has(n, RECORD_FLAG.boundary));
  if (boundary === undefined) return null;
  const kept = lastValue(lastValue(scan(boundary)?.record, 'compactMetadata'), 'preservedMessages');
  const anchor = lastText(kept, 'anchorUuid');
  const uuids = lastValue(kept, 'allUuids') ?? lastValue(kept, 'uuids');
  if (anchor === null || uuids === null) return null;
  const records = elements(uuids).flatMap((each) => {
    const n = isString(each) ? links.recordOf(textOf(each)) : -1;
    return n < 0 ? [] : [n];
  });
  return { anchor: links.recordOf(anchor), records };
}
