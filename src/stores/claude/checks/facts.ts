import { eachElement, isObject, isString, isText, member, textOf } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import type { Envelope } from '../read/envelope.ts';
import { RECORD_FLAG, type RecordAt, type Records, readRecords } from '../read/records.ts';
import { lineTroubles } from './line-troubles.ts';
import { recordTroubles } from './record-troubles.ts';
import type { Spotted } from './spotted.ts';

/** What one pass over a session finds, beside its records. */
export interface FileFacts {
  readonly records: Records;
  readonly spotted: readonly Spotted[];
  /** The first line that ends with CR alone; -1 for none. */
  readonly loneCr: number;
  /** Records that carry the id of another session. */
  readonly strangers: readonly number[];
}

/** Reads a transcript once, and remembers what is odd; `id` is that of the session it should belong to. */
export function factsOf(source: Source, id: string): FileFacts {
  const spotted: Spotted[] = [];
  const strangers: number[] = [];
  let loneCr = -1;
  const records: Records = readRecords(source, (met, all) => {
    const { n, line } = met;
    const isLast = line.at + line.length >= source.size;
    if (line.end === 'cr' && loneCr < 0) loneCr = line.at + line.length;
    spotted.push(...lineTroubles(all, met, isLast), ...recordTroubles(all, met));
    if (all.isMessage(n) && isPaired(met.own)) all.flags[n] = (all.flags[n] ?? 0) | RECORD_FLAG.paired;
    if (all.isKept(n) && isStranger(met, id)) strangers.push(n);
  });
  return { records, spotted, loneCr, strangers };
}

/** Has a message calls of tools, or their results. */
function isPaired(own: Envelope): boolean {
  const message = own.get('message');
  const content = isObject(message) ? member(message, 'content', 'last') : null;
  if (content === null) return false;
  for (const block of eachElement(content)) {
    const type = member(block, 'type', 'last');
    if (isText(type, 'tool_use') || isText(type, 'tool_result')) return true;
  }
  return false;
}

function isStranger({ own }: RecordAt, id: string): boolean {
  const session = own.get('sessionId');
  return isString(session) && textOf(session).toLowerCase() !== id.toLowerCase();
}
