import { sourceOf } from '../../../codecs/json/value.ts';
import { lastValue } from '../read/last-value.ts';
import { isRead } from '../read/preserved.ts';
import { RECORD_FLAG } from '../read/record-classes.ts';
import type { Records } from '../read/records.ts';
import type { SessionFile } from '../read/session-file.ts';
import { foundAt, type RecordFinding } from './record-finding.ts';

/** Records whose uuid a later record has: for the program only that one is there. */
export function* replacedRecords(file: SessionFile): Generator<RecordFinding> {
  const links = file.links();
  let [copies, first] = [0, -1];
  for (let n = 0; n < links.records.count; n++) {
    const last = links.records.isKept(n) ? links.lastOf(n) : n;
    if (last === n) continue;
    if (isRead(links.records, n, file.scan) && !isSame(file, n, last))
      yield foundAt(
        file,
        n,
        'CL206',
        `${sharing(links.records, n)} line ${last + 1} and another content: it is not sent`,
      );
    else if (copies++ === 0) first = n;
  }
  const detail = copies === 1 ? 'is repeated further down' : `is the first of ${copies} records that are repeated`;
  if (copies > 0) yield foundAt(file, first, 'CL205', detail);
}

/**
 * The first message that follows a record which is repeated further down, where the conversation ends, and how many are not sent because
 * of that: what went on from the record does not come again behind its copy. Null where nothing is lost so.
 */
export function cutByCopy(file: SessionFile): { readonly first: number; readonly messages: number } | null {
  const links = file.links();
  const { chain, sent } = file.history();
  const end = sent.at(-1) ?? -1;
  let original = 0;
  while (original < end && !(links.isReplaced(original) && links.lastOf(original) === end)) original++;
  if (original >= end) return null;
  const follows = new Set(chain.records.subarray(chain.records.indexOf(end)));
  const passed: number[] = [];
  for (let n = original + 1; n < end; n++) {
    if (!follows.has(links.parentOf(n))) continue;
    follows.add(n);
    if (file.history().isPassed(n)) passed.push(n);
  }
  const [first] = passed;
  return first === undefined ? null : { first, messages: passed.length };
}

function sharing(records: Records, n: number): string {
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
